import type { Generated } from 'kysely'
import type { MaybeMoment, Moment } from './columns.ts'

/** Who somebody is: Google, the second step, and who is gone. */
export interface IdentityTables {
  google_accounts: { issuer: string; subject: string; user_id: string; email: string; linked_at: Moment }
  google_starts: {
    state_hash: Buffer
    device_id: string
    purpose: 'login' | 'link' | 'prove'
    session_id: string | null
    redirect: string | null
    ref: string | null
    created_at: Moment
    expires_at: Moment
    used_at: MaybeMoment
  }
  login_tickets: {
    secret_hash: Buffer
    purpose: 'two-step' | 'google-link'
    user_id: string
    device_id: string
    google_issuer: string | null
    google_subject: string | null
    google_email: string | null
    created_at: Moment
    expires_at: Moment
    used_at: MaybeMoment
  }
  two_steps: {
    user_id: string
    secret: string
    started_at: Moment
    confirmed_at: MaybeMoment
    last_step: Generated<number>
  }
  recovery_codes: { user_id: string; code_mac: Buffer; created_at: Moment; used_at: MaybeMoment }
  retired_names: { name_hash: Buffer; retired_at: Moment }
}
