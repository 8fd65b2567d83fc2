import type { TransferKind } from '#money/kinds.ts'

import type { Site } from './site.ts'
import type { StageRecord } from './stage.ts'

/** A movement, as the database saw it made. */
export interface SeenTransfer {
  readonly kind: TransferKind
  readonly key: string
  readonly debit: string
  readonly credit: string
  readonly amount: number
  readonly ref: string | null
  readonly at: string
}

/** A step of a withdrawal, with how its user stood in that very transaction. */
export interface SeenWithdrawal {
  readonly id: string
  readonly user: string
  readonly from: string | null
  readonly to: string
  readonly amount: number
  readonly fee: number
  readonly receives: string
  readonly rate: string
  readonly debt: number
  readonly locked_at: string | null
  readonly locked_until: string | null
  readonly measures: readonly { readonly kind: string; readonly until: string | null }[]
  readonly approved_by: string | null
  readonly not_before: string | null
  readonly processor: string
}

export interface Owned {
  readonly id: string
  readonly username: string
  readonly main: number
  readonly deposit: number
  readonly held: number
  readonly debt: number
}

/** What is there to be judged after a step. */
export interface Look {
  readonly site: Site
  readonly record: StageRecord
  readonly moves: readonly TransferKind[]
  readonly transfers: readonly SeenTransfer[]
  readonly withdrawals: readonly SeenWithdrawal[]
  readonly before: ReadonlyMap<string, Owned>
  readonly after: ReadonlyMap<string, Owned>
  readonly rows: (sql: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>
}

const OWNED = `SELECT u.id, u.username, m.debt, m.balance AS main, d.balance AS deposit, h.balance AS held
  FROM users u JOIN accounts m ON m.name = 'main:' || u.id JOIN accounts d ON d.name = 'deposit:' || u.id
  JOIN accounts h ON h.name = 'held:' || u.id`

export const ownedNow = async ({ db }: Site): Promise<Map<string, Owned>> => {
  // The columns that the statement names, with the types of their tables.
  const rows = (await db.raw(OWNED)) as unknown as Owned[]
  return new Map(rows.map((row) => [row.id, row]))
}

/** Takes out what the database has seen since the last time. */
export const takeSeen = async ({ db }: Site) => {
  const rows = await db.raw('WITH taken AS (DELETE FROM simulate.seen RETURNING *) SELECT * FROM taken ORDER BY n')
  // Written by the triggers of observe.sql, in these shapes.
  const of = <T>(what: string): T[] => rows.filter((row) => row['what'] === what).map((row) => row['data'] as T)
  return { transfers: of<SeenTransfer>('transfer'), withdrawals: of<SeenWithdrawal>('withdrawal') }
}
