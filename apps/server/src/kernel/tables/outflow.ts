import type { ColumnType } from 'kysely'
import type { Json, MaybeMoment, Moment } from './columns.ts'

/** Tables of migrations 0015, 0044, 0049 and 0066: what leaves the site, what bounds it, and what is told of it. */
export interface OutflowTables {
  closed_sources: {
    source: string
    code: 'BUDGET_USED_UP' | 'PAUSED_FOR_CHECK'
    since: Moment
    until: MaybeMoment
  }
  outflow_minutes: { minute: Moment; source: string; amount: number; count: number }
  outflow_hours: { hour: Moment; source: string; amount: number; count: number }
  outflow_rolled: { only_row: ColumnType<boolean, boolean | undefined, never>; since: Moment; until: Moment }
  faucet_hours: {
    hour: Moment
    slot: number
    budget: number
    part: number
    by_new: number
    by_known: number
    by_trusted: number
  }
  faucet_kept: { day: string; user_id: string; kept: number; unused: number; since: string }
  faucet_kept_days: { day: string; kept: number }
  faucet_networks: { day: string; net: string; used: number }
  outflow_trips: OutflowTripRow
  solvency: { only_row: ColumnType<boolean, boolean | undefined, never>; at: Moment; figures: Json<object> }
  solvency_days: { day: string; owed: number; held: number | null; paid: number }
  /** Sums of accounts that a proof of the ledger has found, of all transfers before `books_proved.until`. */
  books_proved: { only_row: ColumnType<boolean, boolean | undefined, never>; until: Moment; transfers: number }
  overview_sums: { only_row: ColumnType<boolean, boolean | undefined, never>; at: Moment; sums: Json<object> }
  day_stats: { day: string; counted_at: Moment; figures: Json<object> }
  day_tallies: { day: string; what: string; count: number }
  owner_alerts: { day: string; what: string; at: Moment }
  telegram_outbox: { id: string; sentence: string; created_at: Moment }
  telegram_bot: {
    only_row: ColumnType<boolean, boolean | undefined, never>
    due_at: Moment
    tries: ColumnType<number, number | undefined, number>
    sent_at: MaybeMoment
    problem: string | null
    problem_at: MaybeMoment
  }
}

export interface OutflowTripRow {
  id: string
  source: string
  cause: 'hour-amount' | 'day-amount' | 'hour-count' | 'day-count' | 'usual' | 'owner'
  state: 'open' | 'resumed' | 'dry'
  stops_payouts: boolean
  measured: number
  limit: number
  usual: number | null
  why: string
  at: Moment
  by_user: string | null
  resumed_at: MaybeMoment
  resumed_by: string | null
  note: string | null
}
