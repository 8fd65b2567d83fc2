import type { deposit } from '@runnel/contract/deposit'
import type { Answer } from '@runnel/contract/route'
import type { Settings } from '@runnel/contract/settings/settings'
import { uncoveredOf } from '#features/withdraw/withdraw.ts'
import type { WriteContext } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { refuseField } from '#kernel/refusal.ts'
import { balancesOf, houseAccount, userAccount } from '#money/accounts.ts'
import { percentOf, type Units } from '#money/amount.ts'
import { refuseInDebt } from '#money/claw-back.ts'
import { formatAmount } from '#money/format-amount.ts'
import { type Leg, post } from '#money/ledger.ts'
import { bonusPercent } from '#money/loop.ts'

type ExchangeContext = Pick<WriteContext, 'tx' | 'settings' | 'now' | 'notifyLive'>

/** Moves earnings to the deposit balance, with the owner's bonus on top. */
export const exchangeEarnings = async (
  { tx, settings, now, notifyLive }: ExchangeContext,
  { userId, amount }: { userId: string; amount: Units },
): Promise<Answer<typeof deposit.exchange>> => {
  const { exchange_minimum: minimum, site_currency: currency } = settings
  if (amount < minimum) {
    refuseField('amount', 'AMOUNT_TOO_SMALL', `The minimum is ${formatAmount(minimum, currency)}.`)
  }
  await refuseInDebt(tx, { userId, currency })
  await refuseUncovered(tx, { userId, amount, settings, now })
  const id = newId()
  const credit = userAccount(userId, 'deposit')
  const debit = userAccount(userId, 'main')
  const moved: Leg = { kind: 'exchange', debit, credit, amount, key: `exchange:${id}`, ref: id }
  const bonus = percentOf(amount, bonusPercent(settings))
  const given: Leg = {
    kind: 'exchange-bonus',
    debit: houseAccount('adjustment'),
    credit,
    amount: bonus,
    key: `exchange-bonus:${id}`,
    ref: id,
  }
  await post(tx, bonus > 0 ? [moved, given] : [moved], now)
  notifyLive(userId)
  const balances = await balancesOf(tx, userId)
  const more = bonus > 0 ? `, with ${formatAmount(bonus, currency)} on top` : ''
  return {
    amount,
    bonus,
    balance: balances.main,
    depositBalance: balances.deposit,
    msg: `${formatAmount(amount, currency)} exchanged to your deposit balance${more}.`,
  }
}

interface RefuseUncoveredInput {
  readonly userId: string
  readonly amount: Units
  readonly settings: Settings
  readonly now: Date
}

/** What the site paid ahead of an account's revenue is not handed on, or a farm would pool it by an ad of its own. */
const refuseUncovered = async (tx: Tx, { userId, amount, settings, now }: RefuseUncoveredInput): Promise<void> => {
  // Two exchanges of one user take turns, so that each sees what the other left.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
  const uncovered = await uncoveredOf(tx, { userId, settings, now })
  if (uncovered === 0) return
  const { main } = await balancesOf(tx, userId)
  const most = Math.max(0, main - uncovered)
  if (amount <= most) return
  const [free, currency] = [formatAmount(most, settings.site_currency), settings.site_currency]
  const held = formatAmount(Math.min(main, uncovered), currency)
  const msg = `You can exchange ${free}. Your ${held} of faucet and bonus rewards can only be withdrawn for now.`
  refuseField('amount', 'EXCHANGE_UNCOVERED', msg)
}
