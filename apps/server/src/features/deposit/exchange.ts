import type { deposit } from '@runnel/contract/deposit'
import type { Answer } from '@runnel/contract/route'
import type { WriteContext } from '#kernel/context.ts'
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
