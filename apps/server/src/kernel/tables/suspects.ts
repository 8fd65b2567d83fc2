import type { ColumnType, Generated } from 'kysely'
import type { MaybeMoment, Moment } from './columns.ts'

/** What ties accounts, what speaks against them, what was done about it, and what they said to it. */
export interface SuspectTables {
  network_users: { net: string; user_id: string; first_seen_at: Moment; last_seen_at: Moment }
  networks: {
    net: string
    accounts: number
    devices: number
    highest_score: number
    first_seen_at: Moment
    last_seen_at: Moment
    /** How many times the share of one network it has in the budget of the faucet. */
    commonness: Generated<number>
    released_at: MaybeMoment
    released_by: string | null
    note: string | null
  }
  claim_days: { user_id: string; day: string; tenths: number[]; solve_ms: number[] }
  ties: { kind: TieKind; key: string; user_id: string; at: Moment }
  suspects: {
    user_id: string
    score: number
    own: number
    cluster: number | null
    families: string[]
    reasons: number
    tied: number
    at: Moment
    changed_at: Moment
  }
  suspects_due: { user_id: string }
  suspect_state: { one: Generated<boolean>; looked_until: Moment; synced_at: MaybeMoment }
  score_points: { user_id: string; day: string; score: number }
  pardons: {
    user_id: string
    reason: string
    family: string
    detail: string
    points: number
    at: Moment
    until: MaybeMoment
    by_user: string
    note: Generated<string>
  }
  measures: MeasureRow
  appeals: AppealRow
}

export type TieKind = 'device' | 'network' | 'payout' | 'referral' | 'timing'

/** A device with what a list of them shows; the counts are kept by a job. */
export interface DeviceRow {
  id: string
  first_seen_at: Moment
  accounts: Generated<number>
  highest_score: Generated<number>
  last_seen_at: MaybeMoment
  print: string | null
  released_at: MaybeMoment
  released_by: string | null
  note: string | null
}

/** What stands beside a user about the measures in force. */
export interface MeasureBeside {
  readonly id: string
  readonly kind: MeasureRow['kind']
  readonly until: string | null
}
export type MeasuresBeside = ColumnType<MeasureBeside[], string | undefined, string>

export interface MeasureRow {
  id: string
  user_id: string
  kind: 'challenge' | 'reward' | 'review' | 'cooldown' | 'lock'
  since: Moment
  until: MaybeMoment
  by_user: string | null
  reason: string
  released_at: MaybeMoment
  released_by: string | null
  withheld: Generated<number>
  paid_at: MaybeMoment
}

export interface AppealRow {
  id: string
  user_id: string
  message: string
  created_at: Moment
  answered_at: MaybeMoment
  answered_by: string | null
  verdict: 'release' | 'keep' | 'shorten' | null
  answer: string | null
  until: MaybeMoment
}
