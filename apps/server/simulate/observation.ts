import type { Settings } from '@runnel/contract/settings/settings'
import { assert } from '#kernel/refusal.ts'
import type { TransferKind } from '#money/kinds.ts'
import type { ActRecord } from './act-context.ts'
import type { Site } from './site.ts'

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

/** Somebody opened an ad or started a task, whose owner owed so much at that moment. */
export interface StartedEarning {
  readonly of: string
  readonly owner: string
  readonly debt: number
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
export interface Observation {
  readonly site: Site
  readonly record: ActRecord
  readonly moves: readonly TransferKind[]
  readonly transfers: readonly SeenTransfer[]
  readonly withdrawals: readonly SeenWithdrawal[]
  readonly beginnings: readonly StartedEarning[]
  /** Open trips of what members pay each other that stop payouts. */
  readonly stoppedByEscrow: readonly string[]
  /** Withdrawals of debtors that have not left and wait for nobody. */
  readonly approvedInDebt: readonly string[]
  readonly before: ReadonlyMap<string, Owned>
  readonly after: ReadonlyMap<string, Owned>
  /** Sources that were stopped before the act and are still: not by a budget, but for a check. */
  readonly stopped: ReadonlySet<string>
  /** Settings as they were before the act; where they are others now, either may have counted. */
  readonly settings: readonly [Settings, Settings]
  /** When the act began, by the clock of the site. */
  readonly begun: Date
  readonly rows: (sql: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>
}

/** What `simulate.look()` tells, in the shapes that observe.sql gives it. */
interface DatabaseStateRow {
  readonly owned: readonly Owned[]
  readonly stopped: readonly string[]
  readonly stoppedByEscrow: readonly string[]
  readonly approvedInDebt: readonly string[]
  readonly seen: readonly { readonly what: string; readonly data: unknown }[]
}

/** How the database is now, and what it has seen since this was last asked. */
export const readDatabaseState = async ({ db }: Site) => {
  const [row] = await db.raw('SELECT simulate.look() AS told')
  assert(row !== undefined, 'looking gives one row')
  const { owned, seen, stopped, ...rest } = row['told'] as DatabaseStateRow
  const of = <T>(what: string): T[] => seen.filter((one) => one.what === what).map(({ data }) => data as T)
  return {
    ...rest,
    owned: new Map(owned.map((one) => [one.id, one])),
    stopped: new Set(stopped),
    transfers: of<SeenTransfer>('transfer'),
    withdrawals: of<SeenWithdrawal>('withdrawal'),
    beginnings: of<StartedEarning>('beginning'),
  }
}
export type DatabaseState = Awaited<ReturnType<typeof readDatabaseState>>
