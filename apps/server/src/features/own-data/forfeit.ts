import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { balancesOf, houseAccount, userAccount } from '#money/accounts.ts'
import { post } from '#money/ledger.ts'

/** Accounts that can be forfeited at once; what is held is not theirs yet, and goes this way once it is released. */
const owned = ['main', 'deposit'] as const

/** Moves what a deleted account owns to the site; returns how much. */
export const forfeitBalance = async (tx: Tx, userId: string, now: Date): Promise<number> => {
  const balances = await balancesOf(tx, userId)
  const act = newId()
  const legs = owned
    .filter((kind) => balances[kind] > 0)
    .map((kind) => ({
      kind: 'waived' as const,
      debit: userAccount(userId, kind),
      credit: houseAccount('adjustment'),
      amount: balances[kind],
      key: `waived:${act}:${kind}`,
      ref: userId,
    }))
  const [first, ...rest] = legs
  if (first !== undefined) await post(tx, [first, ...rest], now)
  return legs.reduce((sum, { amount }) => sum + amount, 0)
}
