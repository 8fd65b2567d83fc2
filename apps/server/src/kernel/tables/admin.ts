import type { ApprovalKind } from '@runnel/contract/admin/approval'
import type { SavedViewList } from '@runnel/contract/admin/saved-view'
import type { ColumnType, Generated } from 'kysely'
import type { Json, MaybeMoment, Moment } from './columns.ts'

/** The admin area of people. */
export interface PeopleTables {
  last_backup: { only_one: Generated<boolean>; made_at: Moment; location: string; bytes: number }
  moved_to: { only_one: Generated<boolean>; location: string; at: Moment }
  mail_bounces: { email: string; count: number; reason: string; last_at: Moment }
  user_figures: { user_id: string; balance: Generated<number>; earned: Generated<number> }
  saved_views: { id: string; user_id: string; list: SavedViewList; name: string; query: string; created_at: Moment }
  figures_until: { one: Generated<boolean>; until: Moment }
  contact_answers: { id: string; message_id: string; by_user: string; message: string; at: Moment }
  pending_acts: PendingActRow
  imports: ImportRow
  import_rows: { import_id: string; line: number; data: Json<object> }
  imported_users: {
    source: string
    external_id: string
    user_id: string
    import_id: string
    referrer: string | null
    mail_due: boolean
  }
}

export interface PendingActRow {
  id: string
  kind: ApprovalKind
  user_id: string | null
  ref: string | null
  amount: number | null
  payload: Json<object>
  reason: string
  proposed_by: string
  proposed_at: Moment
  expires_at: Moment
  state: Generated<'pending' | 'accepted' | 'denied' | 'expired' | 'failed'>
  decided_by: string | null
  decided_at: MaybeMoment
  outcome: string | null
}

export interface ImportRow {
  id: string
  source: string
  by_user: string
  state: Generated<'running' | 'done'>
  send_mails: boolean
  mails_per_minute: number
  rows: number
  progress: Generated<number>
  added: Generated<number>
  skipped: Generated<number>
  balance: Generated<number>
  deposit: Generated<number>
  linked: Generated<number>
  problem_count: Generated<number>
  problems: ColumnType<object[], string | undefined, string>
  started_at: Moment
  finished_at: MaybeMoment
}
