import type { MethodOptions } from '@runnel/contract/payout'
import type { ColumnType, Generated } from 'kysely'
import type { MaybeMoment, Moment } from './columns.ts'

/** Payouts over real processors. */
export interface PayoutTables {
  payout_attempts: {
    id: string
    withdrawal_id: string
    processor: string
    queue: string | null
    started_at: Moment
    prepared_at: MaybeMoment
    options: ColumnType<MethodOptions | null, string | null | undefined, string | null>
    finished_at: MaybeMoment
    outcome: 'paid' | 'refused' | 'retry' | 'unknown' | null
    tx_id: string | null
    detail: string | null
  }
  payout_transactions: {
    id: string
    attempt_id: string
    withdrawal_id: string
    queue: string
    tx_id: string
    raw: string
    sender: string | null
    nonce: number | null
    fee: string | null
    created_at: Moment
    sent_at: MaybeMoment
    answer: string | null
    times_given: Generated<number>
    times_refused: Generated<number>
  }
  payout_inputs: { queue: string; input: string; withdrawal_id: string }
  payout_halts: { processor: string; currency: string; reason: string; at: Moment; until: MaybeMoment }
  wallet_differences: {
    processor: string
    currency: string
    kind: 'unbooked' | 'missing'
    key: string
    withdrawal_id: string | null
    tx_id: string | null
    address: string | null
    amount: string | null
    at: MaybeMoment
    found_at: Moment
    id: Generated<string>
    dismissed_at: MaybeMoment
    dismissed_by: string | null
    note: string | null
  }
  wallet_comparisons: {
    processor: string
    currency: string
    compared_at: MaybeMoment
    failing_since: MaybeMoment
    error: string | null
  }
  invoice_scans: {
    id: string
    k1_hash: Buffer
    user_id: string
    method_id: string
    msat: string
    invoice: string | null
    created_at: Moment
    expires_at: Moment
  }
  payout_addresses: {
    id: string
    user_id: string
    method_id: string
    address: string
    address_key: string
    label: string
    created_at: Moment
  }
  payout_accounts: {
    user_id: string
    processor: string
    destination: string
    account: string
    checked_at: Moment
  }
  payout_wallets: {
    processor: string
    currency: string
    amount: string | null
    at: MaybeMoment
    asked_at: Moment
    error: string | null
  }
}
