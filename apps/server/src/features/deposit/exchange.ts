import type { deposit } from '@runnel/contract/deposit'
import type { Answer } from '@runnel/contract/route'
import type { Settings } from '@runnel/contract/settings/settings'
import { uncoveredOf } from '#features/withdraw/withdraw.ts'
import type { WriteContext } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { refuseField } from '#kernel/refusal.ts'
import { money, say } from '#kernel/words/say.ts'
import { balancesOf, houseAccount, userAccount } from '#money/accounts.ts'
import { percentOf, type Units } from '#money/amount.ts'
import { refuseInDebt } from '#money/claw-back.ts'
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
    refuseField('amount', 'AMOUNT_TOO_SMALL', say('deposit.theMinimumIs', { minimum: money(minimum, currency) }))
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
  const sum = money(amount, currency)
  return {
    amount,
    bonus,
    balance: balances.main,
    depositBalance: balances.deposit,
    msg:
      bonus > 0
        ? say('deposit.exchangedWithBonus', { amount: sum, bonus: money(bonus, currency) })
        : say('deposit.exchangedDepositBalance', { amount: sum }),
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
  const { site_currency: currency } = settings
  const [free, held] = [money(most, currency), money(Math.min(main, uncovered), currency)]
  const msg = say('deposit.exchangeFaucetBonusRewards', { free, held })
  refuseField('amount', 'EXCHANGE_UNCOVERED', msg)
}
