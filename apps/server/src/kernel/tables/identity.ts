import type { ApiKeyScope } from '@runnel/contract/account/api-key'
import type { PushKind } from '@runnel/contract/account/user-kinds'
import type { WebhookAudience, WebhookEvent } from '@runnel/contract/account/webhook-events'
import type { Generated } from 'kysely'
import type { MaybeMoment, Moment } from './columns.ts'

/** Who somebody is: Google, the second step, and who is gone. */
export interface IdentityTables {
  api_keys: {
    id: string
    user_id: string
    name: string
    token_hash: Buffer
    tail: string
    scopes: ApiKeyScope[]
    per_minute: number
    created_at: Moment
    expires_at: MaybeMoment
    last_used_at: MaybeMoment
  }
  webhook_endpoints: {
    id: string
    user_id: string
    audience: WebhookAudience
    url: string
    description: string
    events: WebhookEvent[]
    secret: string
    former_secret: Generated<string | null>
    former_until: Generated<Date | null>
    created_at: Moment
    disabled_at: Generated<Date | null>
    disabled_why: Generated<'off' | 'failing' | 'gone' | null>
    failing_since: Generated<Date | null>
  }
  webhook_messages: {
    id: string
    endpoint_id: string
    event: string
    body: string
    created_at: Moment
    due_at: MaybeMoment
    tries: Generated<number>
    delivered_at: Generated<Date | null>
  }
  webhook_attempts: {
    id: string
    message_id: string
    at: Moment
    status: number | null
    answer: string
    ms: number
  }
  google_accounts: { issuer: string; subject: string; user_id: string; email: string; linked_at: Moment }
  telegram_accounts: { issuer: string; subject: string; user_id: string; name: string; linked_at: Moment }
  /** Visits to Google and to Telegram; the name is from when there was only one. */
  google_starts: {
    state_hash: Buffer
    provider: Generated<'google' | 'telegram'>
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
  passkeys: {
    id: string
    user_id: string
    user_handle: string
    public_key: Buffer
    counter: number
    transports: string[]
    synced: boolean
    name: string
    created_at: Moment
    last_used_at: MaybeMoment
  }
  passkey_challenges: {
    challenge_hash: Buffer
    purpose: 'add' | 'prove' | 'login'
    asked_by: string
    user_handle: string | null
    created_at: Moment
    expires_at: Moment
  }
  push_keys: { only_one: Generated<boolean>; public_key: string; private_key: string; made_at: Moment }
  push_subscriptions: {
    id: string
    user_id: string
    session_id: string
    endpoint: string
    p256dh: string
    auth: string
    created_at: Moment
  }
  push_settings: {
    user_id: string
    kinds_off: PushKind[]
    quiet_from: number | null
    quiet_until: number | null
    /** The claim whose successor was told to be ready. */
    told_claim_at: MaybeMoment
  }
  mail_digests: {
    user_id: string
    rate: 'daily' | 'weekly'
    /** The next summary tells what came after this. */
    since: Moment
    due_at: Moment
  }
  push_outbox: {
    subscription_id: string
    /** The notification that it tells, or the claim after which another is ready. */
    about: string
    kind: PushKind
    notification_id: string | null
    created_at: Moment
    due_at: Moment
    tries: Generated<number>
  }
  retired_names: { name_hash: Buffer; retired_at: Moment }
}
