import { type RawBuilder, sql } from 'kysely'
import type { Read, Tx } from '#kernel/db.ts'
import { assert } from '#kernel/refusal.ts'
import type { Units } from '#money/amount.ts'

/** The purposes that the site pays from or takes to; each has one account, made by the first migration. */
export type HousePurpose =
  | 'faucet'
  | 'bonus'
  | 'challenge'
  | 'coupon'
  | 'link'
  | 'offerwall'
  | 'referral'
  | 'leaderboard'
  | 'fee'
  | 'adjustment'

/** What a user owns: spendable, for advertising, and credited but not yet spendable. */
export type UserAccount = 'main' | 'deposit' | 'held'

declare const accountName: unique symbol
/** The name of an account; only the functions below make one. */
export type Account = string & { readonly [accountName]: true }

// The brand exists only for the compiler, so each maker says once that its text is such a name.
const named = (text: string): Account => text as Account

export const userAccount = (userId: string, kind: UserAccount): Account => named(`${kind}:${userId}`)
export const houseAccount = (purpose: HousePurpose): Account => named(`house:${purpose}`)
/** What a campaign or a task still has to pay with. */
export const escrowAccount = (ownerId: string): Account => named(`escrow:${ownerId}`)
/** Amounts on their way out by one withdrawal method. */
export const payoutAccount = (methodId: string): Account => named(`payout:${methodId}`)
/** The world outside, where payouts of a currency go. */
export const outsideAccount = (way: 'payout' | 'deposit', currency: string): Account =>
  named(`external:${way}:${currency}`)

/** The world outside, from where an import brings what people owned on another site. */
export const importAccount: Account = named('external:import')

export const userKinds = ['main', 'deposit', 'held'] as const satisfies readonly UserAccount[]

/** Opens the three accounts of a new user. */
export const openUserAccounts = (tx: Tx, userId: string, now: Date): Promise<void> =>
  openAllUserAccounts(tx, [userId], now)

/** The same for many. */
export const openAllUserAccounts = async (tx: Tx, userIds: readonly string[], now: Date): Promise<void> => {
  await sql`
    INSERT INTO accounts (name, owner, balance, opened_at)
    SELECT kind || ':' || owner, owner, 0, ${now}
    FROM unnest(${[...userIds]}::uuid[]) AS owner, unnest(${[...userKinds]}::text[]) AS kind`.execute(tx)
}

/** Opens the escrow of a campaign or task; it is owned by that thing and never falls below zero. */
export const openEscrow = async (tx: Tx, ownerId: string, now: Date): Promise<void> => {
  await sql`
    INSERT INTO accounts (name, owner, balance, opened_at)
    VALUES (${escrowAccount(ownerId)}, ${ownerId}, 0, ${now})`.execute(tx)
}

/** Opens accounts that keep no running balance, such as those of a withdrawal method; ones that exist stay. */
export const openPlainAccounts = async (tx: Tx, accounts: readonly Account[], now: Date): Promise<void> => {
  await sql`
    INSERT INTO accounts (name, opened_at) SELECT name, ${now} FROM unnest(${[...accounts]}::text[]) AS name
    ON CONFLICT (name) DO NOTHING`.execute(tx)
}

export interface Balances {
  readonly main: Units
  readonly deposit: Units
  readonly held: Units
}

/** What a user owns, and what they owe: who owes has nothing on the main and the deposit balance. */
export interface Owned extends Balances {
  readonly debt: Units
}

/** What a user owns and owes right now, in units. */
export const balancesOf = async (db: Read, userId: string): Promise<Owned> => {
  const names = userKinds.map((kind) => userAccount(userId, kind))
  const { rows } = await sql<{ name: string; balance: Units; debt: Units }>`
    SELECT name, balance, debt FROM accounts WHERE name = ANY(${names}::text[])`.execute(asExecutor(db))
  const balance = (kind: UserAccount): Units => {
    const row = rows.find(({ name }) => name === userAccount(userId, kind))
    assert(row !== undefined, `user ${userId} has an account ${kind}`)
    return row.balance
  }
  const debt = rows.reduce((sum, row) => sum + row.debt, 0)
  return { main: balance('main'), deposit: balance('deposit'), held: balance('held'), debt }
}

/** The row of `Owned` for a user's id in SQL, for a lateral join: found by the names of the accounts. */
export const ownedSql = (userId: RawBuilder<unknown>): RawBuilder<Owned> => sql<Owned>`(
  SELECT coalesce(sum(balance) FILTER (WHERE name = 'main:' || ${userId}), 0)::bigint AS main,
    coalesce(sum(balance) FILTER (WHERE name = 'deposit:' || ${userId}), 0)::bigint AS deposit,
    coalesce(sum(balance) FILTER (WHERE name = 'held:' || ${userId}), 0)::bigint AS held,
    coalesce(sum(debt), 0)::bigint AS debt
  FROM accounts WHERE name IN ('main:' || ${userId}, 'deposit:' || ${userId}, 'held:' || ${userId}))`

/** What a user owes right now, in units. */
export const debtOf = async (db: Read, userId: string): Promise<Units> => {
  const { rows } = await sql<{ debt: Units }>`
    SELECT debt FROM accounts WHERE name = ${userAccount(userId, 'main')}`.execute(asExecutor(db))
  return rows[0]?.debt ?? 0
}

/** What each of these users owns and owes right now; one without accounts has neither. */
export const balancesOfAll = async (db: Read, userIds: readonly string[]): Promise<ReadonlyMap<string, Owned>> => {
  const names = userIds.flatMap((id) => userKinds.map((kind) => userAccount(id, kind)))
  const { rows } = await sql<{ owner: string; kind: UserAccount; balance: Units; debt: Units }>`
    SELECT owner, split_part(name, ':', 1) AS kind, balance, debt FROM accounts
    WHERE name = ANY(${names}::text[])`.execute(asExecutor(db))
  const all = new Map(userIds.map((id) => [id, { main: 0, deposit: 0, held: 0, debt: 0 }]))
  for (const { owner, kind, balance, debt } of rows) {
    const own = all.get(owner)
    if (own === undefined) continue
    own[kind] = balance
    own.debt += debt
  }
  return all
}

/** Whether the owner of a row owes something, as SQL that names the owner's id: `inDebt(sql`c.user_id`)`. */
export const inDebt = (userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM accounts debtor WHERE debtor.owner = ${userId} AND debtor.debt > 0)`

/** The same for SQL that is written as text, with the column that holds the owner's id. */
export const inDebtText = (column: string): string =>
  `EXISTS (SELECT FROM accounts debtor WHERE debtor.owner = ${column} AND debtor.debt > 0)`

/** The main account of a user as a row `balance, debt`, for a lateral join. */
export const mainAccountOf = (userId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`SELECT balance, debt FROM accounts WHERE name = 'main:' || ${userId}`

/** What is in the escrow of each of these campaigns or tasks, in units; one without an account has none. */
export const escrowsOf = async (db: Read, ownerIds: readonly string[]): Promise<ReadonlyMap<string, Units>> => {
  const { rows } = await sql<{ owner: string; balance: Units }>`
    SELECT owner, balance FROM accounts
    WHERE name = ANY(${ownerIds.map(escrowAccount)}::text[])`.execute(asExecutor(db))
  return new Map(rows.map(({ owner, balance }) => [owner, balance]))
}

/** What all escrows hold together. */
export const heldInEscrow = async (db: Read): Promise<Units> => {
  const { rows } = await sql<{ sum: Units }>`
    SELECT coalesce(sum(balance), 0)::bigint AS sum FROM accounts
    WHERE name >= 'escrow:' AND name < 'escrow;'`.execute(asExecutor(db))
  return rows[0]?.sum ?? 0
}

/** What all users own together: what the site owes them. */
export const owedToUsers = async (db: Read): Promise<Balances> => {
  const { rows } = await sql<Balances>`
    SELECT coalesce(sum(balance) FILTER (WHERE name LIKE 'main:%'), 0)::bigint AS main,
      coalesce(sum(balance) FILTER (WHERE name LIKE 'deposit:%'), 0)::bigint AS deposit,
      coalesce(sum(balance) FILTER (WHERE name LIKE 'held:%'), 0)::bigint AS held
    FROM accounts WHERE owner IS NOT NULL`.execute(asExecutor(db))
  const [row] = rows
  assert(row !== undefined, 'a sum without groups gives one row')
  return row
}

/** Raw SQL needs Kysely's executor, which every handle to the database carries. */
export const asExecutor = (db: Read): Parameters<ReturnType<typeof sql>['execute']>[0] => db
