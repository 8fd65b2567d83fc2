import type { Locale } from '@runnel/contract/locale'
import type { MethodOptions } from '@runnel/contract/payout'
import type { ColumnType, Generated } from 'kysely'
import type { PeopleTables } from './admin.ts'
import type { AdvertisingTables } from './advertising.ts'
import type { Json, MaybeMoment, Moment } from './columns.ts'
import type { EarningTables } from './earning.ts'
import type { IdentityTables } from './identity.ts'
import type { OutflowTables } from './outflow.ts'
import type { PayoutTables } from './payouts.ts'
import type { DeviceRow, MeasuresBeside, SuspectTables } from './suspects.ts'
import type { TaskTables } from './tasks.ts'

/**
 * The tables that features may touch. The ledger's own (accounts, transfers) are absent on purpose: money moves
 * only by `ledger.post()`, and the compiler holds that.
 */
export interface Database
  extends
    OutflowTables,
    AdvertisingTables,
    EarningTables,
    IdentityTables,
    PeopleTables,
    SuspectTables,
    TaskTables,
    PayoutTables {
  users: UserRow
  devices: DeviceRow
  device_users: {
    device_id: string
    user_id: string
    ip_net: string
    user_agent: string
    first_seen_at: Moment
    last_seen_at: Moment
  }
  sessions: SessionRow
  mail_tokens: {
    secret_hash: Buffer
    user_id: string
    purpose: 'verify' | 'reset'
    email: string
    created_at: Moment
    expires_at: Moment
    used_at: MaybeMoment
  }
  notifications: {
    id: string
    user_id: string
    kind: string
    values: Json<Record<string, string | number>>
    created_at: Moment
    read_at: MaybeMoment
  }
  day_counters: {
    user_id: string
    day: string
    source: string
    count: number
    earned: number
    commission: Generated<number>
    /** What it left to the site (migration 0048). */
    revenue: Generated<number>
  }
  contact_messages: {
    id: string
    user_id: string | null
    email: string
    subject: string
    message: string
    created_at: Moment
    answered_at: MaybeMoment
    closed: Generated<boolean>
  }
  challenges: ChallengeRow
  answer_records: AnswerRecordRow
  check_draws: CheckDrawsRow
  risk_marks: {
    id: string
    user_id: string
    family: string
    reason: string
    points: number
    detail: string
    at: Moment
    since: MaybeMoment
  }
  trap_hits: {
    id: string
    at: Moment
    user_id: string | null
    ip_net: string
    device_id: string | null
    trap: string
    sample: Json<object>
  }
  idempotency_keys: { user_id: string; key: string; route: string; answer: Json<object>; created_at: Moment }
  withdraw_methods: WithdrawMethodRow
  withdrawals: WithdrawalRow
  withdrawal_events: {
    id: string
    withdrawal_id: string
    status: WithdrawalRow['status']
    at: Moment
    by_user: string | null
    note: string | null
  }
  sandbox_payouts: {
    reference: string
    currency: string
    address: string
    amount: string
    tx_id: string
    at: Moment
  }
  settings: { name: string; value: ColumnType<unknown, string, string>; updated_at: Moment }
  audit: {
    id: string
    at: Moment
    actor: string
    action: string
    target: string
    before: ColumnType<unknown, string | null, never>
    after: ColumnType<unknown, string | null, never>
    ip_net: string
    gain: Generated<number | null>
  }
  job_runs: { name: string; last_run_at: Moment; ok: boolean; note: string }
  reconciliations: {
    id: string
    at: Moment
    balanced: boolean
    accounts: number
    transfers: number
    mismatches: ColumnType<unknown, string, never>
  }
}

export interface UserRow {
  id: string
  username: string
  email: string
  email_key: string
  email_verified_at: MaybeMoment
  password_hash: string | null
  password_changed_at: MaybeMoment
  role: Generated<'user' | 'moderator' | 'admin'>
  tz: Generated<string>
  locale: Generated<Locale | null>
  notify_by_mail: Generated<boolean>
  mails_off: Generated<string[]>
  referrer_id: string | null
  joined_at: Moment
  exp: Generated<number>
  level: Generated<number>
  total_earned: Generated<number>
  /** What no claim has paid yet, in ten-thousandths of a unit. */
  faucet_fraction: Generated<number>
  faucet_claim: Generated<number>
  last_claim_at: MaybeMoment
  locked_at: MaybeMoment
  locked_until: MaybeMoment
  lock_reason: string | null
  cooldown_until: MaybeMoment
  cooldown_reason: string | null
  last_seen_at: Moment
  hide_name: Generated<boolean>
  news_read_at: MaybeMoment
  measures: MeasuresBeside
  admin_note: Generated<string>
  /** How far the account is trusted, as last judged on that UTC day; see guard/trust. */
  trust_level: Generated<number>
  trust_on: string | null
  trust_grants: Generated<number>
  /** What counts against the allowance, and what was paid beyond it (migration 0048). */
  allowance_used: Generated<number>
  reduced_paid: Generated<number>
  reduced_on: string | null
  reduced_today: Generated<number>
  settled: Generated<number>
  settled_until: string | null
  age_confirmed: Generated<number | null>
  age_confirmed_at: Generated<Date | null>
  needs_init: Generated<boolean>
  two_step_at: MaybeMoment
  deleted_at: MaybeMoment
}

interface SessionRow {
  id: string
  token_hash: Buffer
  user_id: string
  device_id: string | null
  user_agent: string
  ip_net: string
  country: string | null
  created_at: Moment
  last_seen_at: Moment
  expires_at: Moment
  proved_at: MaybeMoment
}

export interface ChallengeRow {
  id: string
  user_id: string | null
  bound_to: Buffer
  action: string
  family: 'order' | 'image' | 'none' | 'pow' | 'external' | 'free'
  recipe: string | null
  answer_mac: Buffer | null
  option_ids: string[]
  pow: Json<object> | null
  pow_level: number
  captcha_too: boolean
  issued_at: Moment
  expires_at: Moment
  used_at: MaybeMoment
  used_key: string | null
  outcome: 'right' | 'wrong' | 'expired' | 'replaced' | null
  ip_net: string
  device_id: string | null
}

export interface AnswerRecordRow {
  user_id: string
  right_count: Generated<number>
  wrong_count: Generated<number>
  llr: Generated<number>
  wrong_streak: Generated<number>
  last_wrong_at: MaybeMoment
  reloads: Generated<number>
  proof_missing: Generated<boolean>
  without_pictures: Generated<boolean>
  simple_images: Generated<boolean>
  score: Generated<number>
  score_at: MaybeMoment
  first_answer_at: MaybeMoment
}

/** Up to which action of each kind a user meets a captcha whatever its rate becomes. */
interface CheckDrawsRow {
  user_id: string
  faucet: Generated<number>
  ptc: Generated<number>
  bonus: Generated<number>
  signal_at: MaybeMoment
  signal_passed_at: MaybeMoment
}

export interface WithdrawMethodRow {
  id: string
  currency: string
  name: string
  processor: string
  minimum: number
  maximum: number
  fee: number
  rate: string
  rate_at: Moment
  rate_source: Generated<'fixed' | 'feed'>
  decimals: number
  enabled: boolean
  position: Generated<number>
  options: ColumnType<MethodOptions, string | undefined, string>
  rate_jump: ColumnType<string | null, string | null | undefined, string | null>
  rate_jump_seen: Generated<number>
  created_at: Moment
}

export interface WithdrawalRow {
  id: string
  user_id: string
  method_id: string
  currency: string
  processor: string
  address: string
  address_key: string
  amount: number
  fee: number
  rate: string
  receives: string
  status: 'review' | 'approved' | 'sending' | 'paid' | 'rejected' | 'failed' | 'unknown'
  reason: string | null
  review_reasons: string[]
  tx_id: string | null
  approved_by: string | null
  not_before: MaybeMoment
  created_at: Moment
  updated_at: Moment
  paid_at: MaybeMoment
  dry_run_at: MaybeMoment
  looked_at: MaybeMoment
}
