import { type RawBuilder, sql } from 'kysely'

/*
 * Whom a payout destination ties to whom. A request that was rejected or failed says nothing about anybody but the
 * account that made it. And who was paid at a destination before another account named it has nothing to do with that
 * other account, until it is paid there too: otherwise anybody could put any member under review by naming the address
 * that the member is paid to. The later account is seen beside the earlier one all the same.
 */

/** Accounts that asked to be paid there: `user_id`, since when (`named_at`), first paid when (`paid_at`), if ever. */
export const accountsAtSql = (addressKey: RawBuilder<unknown>) => sql`
  SELECT user_id, min(created_at) AS named_at, min(paid_at) AS paid_at FROM withdrawals
  WHERE address_key = ${addressKey} AND status NOT IN ('rejected', 'failed') GROUP BY user_id`

/** Whether `other` is held against `mine`: both name rows as above, `mine` one of which `paid_at` is enough. */
export const isHeldAgainstSql = ({ mine, other }: { readonly mine: string; readonly other: string }) => {
  const [own, its] = [sql.ref(`${mine}.paid_at`), sql.table(other)]
  return sql`(${own} IS NULL OR ${its}.paid_at IS NOT NULL OR ${own} >= ${its}.named_at)`
}

/**
 * The destinations that these accounts share with others: `user_id`, `address`, and how many `accounts` that are, with
 * their own. An address holds the tag of an exchange where there is one, so that its customers are told apart.
 */
export const sharedDestinationsSql = (ids: readonly string[]) => sql`
  SELECT mine.user_id, mine.address, o.accounts + 1 AS accounts
  FROM (SELECT user_id, address_key AS address, min(paid_at) AS paid_at FROM withdrawals
    WHERE user_id = ANY (${[...ids]}::uuid[]) GROUP BY user_id, address_key) mine
  CROSS JOIN LATERAL (SELECT count(*)::integer AS accounts FROM (${accountsAtSql(sql`mine.address`)}) other
    WHERE other.user_id <> mine.user_id AND ${isHeldAgainstSql({ mine: 'mine', other: 'other' })}) o
  WHERE o.accounts > 0`
