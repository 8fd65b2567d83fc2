import type { TextKind } from '@runnel/contract/admin/text'
import type { WallRules } from '@runnel/contract/admin/wall-rules'
import type { Locale } from '@runnel/contract/locale'
import type { Generated } from 'kysely'
import type { Json, MaybeMoment, Moment } from './columns.ts'

/** Shortlinks, bonus, challenges, coupons, boards, referral, news and offerwalls. */
export interface EarningTables {
  link_providers: LinkProviderRow
  link_visits: LinkVisitRow
  bonus_claims: {
    user_id: string
    date: string
    day: number
    streak: number
    reward: number
    grace: boolean
    device_id: string
    at: Moment
  }
  earn_challenges: EarnChallengeRow
  challenge_claims: {
    challenge_id: string
    user_id: string
    period_start: string
    reward: number
    device_id: string
    at: Moment
  }
  coupons: CouponRow
  coupon_uses: { coupon_id: string; user_id: string; reward: number; device_id: string; at: Moment }
  coupon_guesses: { user_id: string; day: string; count: number }
  board_scores: { board: string; start: string; user_id: string; value: number }
  board_marks: { board: string; start: string; value: number; user_id: string; above: number }
  board_state: { board: string; start: string; at: Moment; places: number }
  board_closings: { board: string; start: string; closed_at: Moment; note: string }
  board_prizes: {
    board: string
    start: string
    rank: number
    user_id: string
    value: number
    prize: number
    at: Moment
  }
  referral_days: {
    referrer_id: string
    referred_id: string
    day: string
    earned: number
    commission: number
    withheld: string | null
  }
  referral_sums: { referrer_id: string; day: string; commission: Generated<number>; withheld: Generated<number> }
  referral_settlements: { day: string; settled_at: Moment; referrers: number; commission: number }
  referral_totals: {
    referrer_id: string
    earning: Generated<number>
    withheld: Generated<number>
    withheld_reason: string | null
    /** What no day has paid, or withheld, yet: in ten-thousandths of a unit. */
    fraction: Generated<number>
    withheld_fraction: Generated<number>
  }
  referral_people: {
    referrer_id: string
    referred_id: string
    earning: Generated<number>
    last_day: string | null
    withheld: Generated<boolean>
    told: Generated<boolean>
    counts: Generated<boolean>
  }
  news: {
    id: string
    title: string
    markdown: string
    /** The text as sanitized HTML; null where an earlier version stored it. */
    html: string | null
    pinned: boolean
    published_at: Moment
    source: string | null
    created_by: string | null
    created_at: Moment
  }
  owner_texts: OwnerTextRow
  offerwalls: OfferwallRow
  postbacks: PostbackRow
  offers: OfferRow
  offer_clicks: OfferClickRow
  reward_reports: RewardReportRow
  offer_reversals: { wall_id: string; tx_id: string; at: Moment }
  offer_charge_backs: {
    id: string
    wall_id: string
    offer_id: string
    mark: string | null
    taken: number
    debt: number
    at: Moment
  }
}

export interface LinkProviderRow {
  id: string
  name: string
  api: string
  api_url: string
  api_key_sealed: string
  reward: number
  max_view: number
  priority: number
  min_seconds: number
  expected_seconds: number
  countries: string[]
  enabled: boolean
  position: Generated<number>
  median_seconds: number | null
  floor_seconds: number | null
  learnt_from: Generated<number>
  failures: Generated<number>
  out_until: MaybeMoment
  last_error: string | null
  removed_at: MaybeMoment
  created_at: Moment
}

export interface LinkVisitRow {
  id: string
  provider_id: string
  user_id: string
  secret_hash: Buffer
  vt: Buffer
  reward: number
  device_id: string
  ip_net: string
  country: string | null
  status: 'opening' | 'open' | 'void' | 'failed' | 'paid' | 'held' | 'refused'
  trusted: Generated<boolean>
  opened_at: Moment
  expires_at: Moment
  arrived_at: MaybeMoment
  seconds: string | null
  reason: string | null
  decided_at: MaybeMoment
  decided_by: string | null
  /** What the browser will prove the visit with, hashed; null once it is paid or held. */
  proof_hash: Buffer | null
}

export interface EarnChallengeRow {
  id: string
  kind: string
  period: 'daily' | 'weekly' | 'once'
  requirement: number
  reward: number
  enabled: boolean
  position: Generated<number>
  claims: Generated<number>
  cost: Generated<number>
  created_at: Moment
}

export interface CouponRow {
  id: string
  code: string
  batch_id: string | null
  name: string
  reward: number
  uses_max: number
  uses: Generated<number>
  cost: Generated<number>
  valid_from: MaybeMoment
  valid_until: MaybeMoment
  min_level: number
  verified_only: boolean
  enabled: boolean
  created_by: string
  created_at: Moment
}

export interface OfferwallRow {
  id: string
  preset: string
  slug: string
  name: string
  conditions: string
  frame_url: string
  keys: Json<Record<string, string>>
  secret_sealed: string
  allowed_ips: string[]
  refuse_other_ips: boolean
  units_per_amount: string
  share_basis_points: number
  max_reward: number
  hold_above: number
  hold_days: number
  countries: string[]
  min_level: number
  rules: Json<WallRules>
  offers_by_api: Generated<boolean>
  offer_api_url: Generated<string>
  api_key_sealed: Generated<string>
  support_email: Generated<string>
  enabled: boolean
  position: Generated<number>
  created_at: Moment
}

export interface PostbackRow {
  id: string
  wall_id: string
  at: Moment
  method: string
  url: string
  body: string
  headers: Json<Record<string, string>>
  ip_net: string
  verdict: string
  detail: string
  user_id: string | null
  tx_id: string | null
  amount: number | null
}

export interface OfferRow {
  id: string
  wall_id: string
  tx_id: string
  ref_id: string | null
  user_id: string
  offer: string
  amount: number
  told_amount: string | null
  told_usd: string | null
  revenue: number
  status: 'held' | 'credited' | 'charged-back'
  held_until: MaybeMoment
  created_at: Moment
  credited_at: MaybeMoment
  charged_back_at: MaybeMoment
  charge_reason: string | null
  taken: number | null
  debt: number | null
  click_id: string | null
  clicked_at: MaybeMoment
  by_hand: Generated<boolean>
}

export interface RewardReportRow {
  id: string
  click_id: string
  wall_id: string
  user_id: string
  clicked_at: Moment
  vendor_offer: string | null
  offer: string | null
  promised: number | null
  steps: number | null
  words: string
  evidence: string
  state: 'open' | 'passed' | 'credited' | 'declined' | 'arrived'
  answer: string | null
  credited: number | null
  created_at: Moment
  answered_at: MaybeMoment
}

export interface OfferClickRow {
  id: string
  wall_id: string
  user_id: string
  at: Moment
  vendor_offer: string | null
  offer: string | null
  amount: number | null
  steps: number | null
}

/** A text of the owner's in another language (migration 0058). */
interface OwnerTextRow {
  kind: TextKind
  subject: string
  locale: Locale
  title: string
  text: string
  html: string
  updated_at: Moment
}
