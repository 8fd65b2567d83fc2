import type { Generated } from 'kysely'
import type { MaybeMoment, Moment } from './columns.ts'

/** Deposits, campaigns, and the views that they pay for. */
export interface AdvertisingTables {
  debts: {
    id: string
    user_id: string
    amount: number
    reason: string
    ref: string | null
    key: string | null
    at: Moment
  }
  deposits: DepositRow
  deposit_payments: {
    id: string
    processor: string
    paid_id: string
    deposit_id: string
    amount: number
    fee: number
    note: string | null
    at: Moment
  }
  deposit_calls: {
    id: string
    processor: string
    deposit_id: string | null
    verdict: string
    detail: string
    body: string
    ip_net: string
    at: Moment
  }
  sandbox_deposits: {
    reference: string
    status: 'waiting' | 'paid' | 'expired' | 'failed'
    asked: string
    paid: string | null
    paid_id: string | null
    at: Moment
  }
  page_looks: {
    kind: string
    url: string
    ok: boolean
    finding: string
    sentence: string
    title: string | null
    final_url: string | null
    at: Moment
    since: Moment
  }
  campaigns: CampaignRow
  ptc_views: PtcViewRow
  ptc_claims: { user_id: string; campaign_id: string; claimed_at: Moment; available_at: Moment }
  ptc_searched: { one: Generated<boolean>; until: Moment }
  ptc_reports: { campaign_id: string; user_id: string; reason: string; trusted: boolean; at: Moment }
}

export interface DepositRow {
  id: string
  user_id: string
  method: string
  processor: string
  coin: string | null
  /** What it was ordered in: the site's own currency of that moment. */
  currency: string
  amount: number
  fee_basis_points: number
  received: Generated<number>
  fee: Generated<number>
  status: 'opening' | 'waiting' | 'processing' | 'paid' | 'expired' | 'failed'
  note: string | null
  provider_id: string | null
  provider_tokens: Generated<string[]>
  deposit_url: string | null
  expires_at: Moment
  poll_at: MaybeMoment
  polls: Generated<number>
  created_at: Moment
  updated_at: Moment
  paid_at: MaybeMoment
}

export interface CampaignRow {
  id: string
  user_id: string
  kind: 'iframe' | 'youtube' | 'window' | 'video'
  title: string
  description: string
  url: string
  video_id: string | null
  timer: number
  price: number
  reward: number
  views: number
  views_left: number
  countries: string[]
  min_level: number
  device: 'any' | 'mobile' | 'desktop'
  interval_seconds: number
  status: 'pending' | 'active' | 'paused' | 'rejected' | 'completed' | 'deleted'
  reason: string | null
  paused_by_staff: Generated<boolean>
  reports_since: Moment
  created_at: Moment
  updated_at: Moment
  looked_at: MaybeMoment
}

export interface PtcViewRow {
  id: string
  campaign_id: string
  user_id: string
  status: 'open' | 'void' | 'paid' | 'returned'
  price: number
  reward: number
  timer: number
  beat_seconds: number
  country: string | null
  device: string
  device_id: string
  ip_net: string
  opened_at: Moment
  expires_at: Moment
  beats: Generated<number>
  watched_ms: Generated<number>
  watching: Generated<boolean>
  beat_at: MaybeMoment
  paid_at: MaybeMoment
  returned_at: MaybeMoment
  return_reason: string | null
}
