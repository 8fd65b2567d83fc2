import { type RawBuilder, sql } from 'kysely'

/** One entry of the file, and what the next ones are read behind. */
export interface Entry {
  readonly key: string
  readonly entry: object
}

interface SectionQuery {
  readonly userId: string
  /** The key of the last entry that was read; undefined at first. */
  readonly after: string | undefined
  readonly limit: number
}

type Section = (query: SectionQuery) => RawBuilder<Entry>

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

const listed = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))

/** Rows of a table in the order of their ids; only the columns that are named. */
const byId =
  (table: string, columns: readonly string[], key = 'id'): Section =>
  ({ userId, after = FIRST_ID, limit }) =>
    sql`
    SELECT key, to_jsonb(r) - 'key' AS entry FROM (
      SELECT ${sql.ref(key)}::text AS key, ${listed(columns)} FROM ${sql.table(table)}
      WHERE user_id = ${userId} AND ${sql.ref(key)} > ${after}::uuid ORDER BY ${sql.ref(key)} LIMIT ${limit}) r`

/** The same for tables whose key beside the user is a day and perhaps a word. */
const byDay =
  (table: string, columns: readonly string[], key: RawBuilder<unknown>): Section =>
  ({ userId, after = '', limit }) =>
    sql`
    SELECT key, to_jsonb(r) - 'key' AS entry FROM (
      SELECT ${key} AS key, ${listed(columns)} FROM ${sql.table(table)}
      WHERE user_id = ${userId} AND ${key} > ${after} ORDER BY 1 LIMIT ${limit}) r`

const messages: Section = ({ userId, after = FIRST_ID, limit }) => sql`
  SELECT m.id::text AS key, jsonb_build_object('id', m.id, 'email', m.email, 'subject', m.subject, 'message', m.message,
    'created_at', m.created_at, 'answers', (SELECT coalesce(jsonb_agg(jsonb_build_object('message', a.message,
      'at', a.at) ORDER BY a.id), '[]') FROM contact_answers a WHERE a.message_id = m.id)) AS entry
  FROM contact_messages m WHERE m.user_id = ${userId} AND m.id > ${after}::uuid ORDER BY m.id LIMIT ${limit}`

/** Who came by the own link; their names have the middle hidden, since they are somebody else's. */
const referred: Section = ({ userId, after = FIRST_ID, limit }) => sql`
  SELECT u.id::text AS key, jsonb_build_object('name',
    CASE WHEN length(u.username) < 5 THEN left(u.username, 1) || '***'
      ELSE left(u.username, 2) || '***' || right(u.username, 1) END,
    'joined_at', u.joined_at) AS entry
  FROM users u WHERE u.referrer_id = ${userId} AND u.id > ${after}::uuid ORDER BY u.id LIMIT ${limit}`

/** What somebody wrote about work: to a denial, a dispute, or as the one who had it done. Others' words are theirs. */
const words: Section = ({ userId, after = FIRST_ID, limit }) => sql`
  SELECT e.id::text AS key, jsonb_build_object('id', e.id, 'submission_id', e.submission_id, 'step', e.step,
    'text', e.text, 'at', e.at) AS entry
  FROM task_events e WHERE e.submission_id IN (
      SELECT id FROM task_submissions WHERE user_id = ${userId}
      UNION ALL SELECT s.id FROM task_submissions s JOIN tasks t ON t.id = s.task_id WHERE t.user_id = ${userId})
    AND e.by_user = ${userId} AND e.text IS NOT NULL AND e.id > ${after}::uuid
  ORDER BY e.id LIMIT ${limit}`

/** Everything that is kept about somebody, part by part. No secret and nothing of other people is in it. */
export const sections: Readonly<Record<string, Section>> = {
  sessions: byId('sessions', ['id', 'user_agent', 'ip_net', 'country', 'created_at', 'last_seen_at', 'expires_at']),
  api_keys: byId('api_keys', ['id', 'name', 'scopes', 'per_minute', 'created_at', 'expires_at', 'last_used_at']),
  // Their ids and keys are what one signs in with.
  passkeys: byDay('passkeys', ['name', 'synced', 'created_at', 'last_used_at'], sql`id`),
  // Without the addresses of the devices and their keys.
  push_devices: byId('push_subscriptions', ['id', 'created_at']),
  webhooks: byId('webhook_endpoints', ['id', 'audience', 'url', 'description', 'events', 'created_at', 'disabled_at']),
  saved_views: byId('saved_views', ['id', 'list', 'name', 'query', 'created_at']),
  devices: byId('device_users', ['device_id', 'ip_net', 'user_agent', 'first_seen_at', 'last_seen_at'], 'device_id'),
  networks: byDay('network_users', ['net', 'first_seen_at', 'last_seen_at'], sql`net`),
  days: byDay('day_counters', ['day', 'source', 'count', 'earned'], sql`day::text || ' ' || source`),
  withdrawals: byId('withdrawals', [
    'id',
    'currency',
    'address',
    'amount',
    'fee',
    'rate',
    'receives',
    'status',
    'reason',
    'tx_id',
    'created_at',
    'updated_at',
    'paid_at',
  ]),
  payout_addresses: byId('payout_addresses', ['id', 'address', 'label', 'created_at']),
  payout_accounts: byDay('payout_accounts', ['processor', 'destination', 'checked_at'], sql`destination`),
  deposits: byId('deposits', ['id', 'method', 'amount', 'received', 'fee', 'status', 'note', 'created_at', 'paid_at']),
  debts: byId('debts', ['id', 'amount', 'reason', 'at']),
  campaigns: byId('campaigns', [
    'id',
    'kind',
    'title',
    'description',
    'url',
    'timer',
    'price',
    'views',
    'views_left',
    'countries',
    'status',
    'reason',
    'created_at',
    'updated_at',
  ]),
  views: byId('ptc_views', [
    'id',
    'campaign_id',
    'status',
    'reward',
    'country',
    'device',
    'ip_net',
    'opened_at',
    'paid_at',
    'returned_at',
    'return_reason',
  ]),
  links: byId('link_visits', [
    'id',
    'provider_id',
    'reward',
    'ip_net',
    'country',
    'status',
    'opened_at',
    'arrived_at',
    'reason',
  ]),
  offers: byId('offers', ['id', 'offer', 'amount', 'status', 'created_at', 'credited_at', 'charge_reason']),
  offer_clicks: byId('offer_clicks', ['id', 'wall_id', 'offer', 'amount', 'at']),
  rewardReports: byId('reward_reports', [
    'id',
    'offer',
    'promised',
    'words',
    'evidence',
    'state',
    'answer',
    'created_at',
  ]),
  tasks: byId('tasks', ['id', 'title', 'instructions', 'reward', 'places', 'status', 'reason', 'created_at']),
  submissions: byId('task_submissions', [
    'id',
    'task_id',
    'status',
    'reward',
    'answers',
    'reason',
    'started_at',
    'sent_at',
    'decided_at',
  ]),
  words,
  reports: byId('ptc_reports', ['campaign_id', 'reason', 'at'], 'campaign_id'),
  images: byId('task_images', ['id', 'submission_id', 'width', 'height', 'bytes', 'created_at']),
  bonus: byDay('bonus_claims', ['date', 'day', 'streak', 'reward', 'at'], sql`date::text`),
  challenges: byDay(
    'challenge_claims',
    ['challenge_id', 'period_start', 'reward', 'at'],
    sql`challenge_id::text || ' ' || period_start::text`,
  ),
  coupons: byId('coupon_uses', ['coupon_id', 'reward', 'at'], 'coupon_id'),
  prizes: byDay('board_prizes', ['board', 'start', 'rank', 'prize', 'at'], sql`board || ' ' || start::text`),
  referred,
  notifications: byId('notifications', ['id', 'kind', 'values', 'created_at', 'read_at']),
  messages,
  checks: byId(
    'answer_records',
    ['right_count', 'wrong_count', 'without_pictures', 'simple_images', 'first_answer_at'],
    'user_id',
  ),
  claims: byDay('claim_days', ['day', 'tenths', 'solve_ms'], sql`day::text`),
  // Without their reason, as the pardons: it may name the account of somebody else.
  marks: byId('risk_marks', ['id', 'family', 'detail', 'at']),
  pardons: byDay('pardons', ['family', 'detail', 'at', 'until'], sql`reason`),
  measures: byId('measures', ['id', 'kind', 'since', 'until', 'reason', 'released_at', 'withheld']),
  appeals: byId('appeals', ['id', 'message', 'created_at', 'answered_at', 'verdict', 'answer']),
  movedIn: byId('imported_users', ['source', 'external_id'], 'user_id'),
}
