import { sql } from 'kysely'
import { retireName } from '#features/auth/auth.ts'
import { forgetWinner } from '#features/leaderboard/leaderboard.ts'
import { disableTwoStep } from '#features/two-step/two-step.ts'
import type { Tx } from '#kernel/db.ts'
import { say } from '#kernel/words/say.ts'

/** What becomes of the rows about somebody who is gone, by table; a test holds that none is left out. */
export const deletionPolicies = {
  /** Gone with them. */
  erased: [
    'sessions',
    'api_keys',
    'webhook_endpoints',
    'saved_views',
    'device_users',
    'network_users',
    'mail_tokens',
    'notifications',
    'google_accounts',
    'telegram_accounts',
    'login_tickets',
    'two_steps',
    'recovery_codes',
    'passkeys',
    'push_subscriptions',
    'push_settings',
    'mail_digests',
    'idempotency_keys',
    'answer_records',
    'check_draws',
    'risk_marks',
    'coupon_guesses',
    'claim_days',
    'ties',
    'suspects',
    'suspects_due',
    'score_points',
    'pardons',
    'appeals',
    'measures',
    'payout_accounts',
    'payout_addresses',
    'invoice_scans',
  ],
  /** They stay, and no longer say whose they are. */
  unnamed: ['challenges', 'trap_hits'],
  /** Words and images of people, and from where they came, are taken out of them. */
  emptied: [
    'contact_messages',
    'task_submissions',
    'task_images',
    'task_events',
    'ptc_views',
    'link_visits',
    'reward_reports',
    'users',
  ],
  /** Movements, counts and what others were part of: the user behind them has no name and no address any more. */
  kept: [
    'day_counters',
    'faucet_kept',
    'debts',
    'withdrawals',
    'deposits',
    'campaigns',
    'ptc_claims',
    'ptc_reports',
    'bonus_claims',
    'challenge_claims',
    'coupon_uses',
    'board_scores',
    'board_marks',
    'board_prizes',
    'referral_days',
    'referral_sums',
    'referral_totals',
    'referral_people',
    'postbacks',
    'offers',
    'offer_clicks',
    'tasks',
    'task_bans',
    'user_figures',
    'pending_acts',
    'imported_users',
  ],
} as const satisfies Record<string, readonly string[]>

interface LeavingUser {
  readonly id: string
  readonly username: string
  readonly now: Date
}

/**
 * Locks the rows that are emptied and that others decide about. They lock those before the row of their user, too; what
 * becomes such a row meanwhile is decided.
 */
export const lockEmptied = async (tx: Tx, userId: string): Promise<void> => {
  for (const table of ['ptc_views', 'link_visits']) {
    await sql`
      SELECT count(*) FROM (SELECT FROM ${sql.table(table)} WHERE user_id = ${userId} AND ip_net <> 'unknown'
        ORDER BY id FOR NO KEY UPDATE) AS held`.execute(tx)
  }
  await lockWork(tx, userId)
}

/** The same for work alone. */
export const lockWork = (tx: Tx, userId: string): Promise<unknown> =>
  sql`
    SELECT count(*) FROM (SELECT FROM task_submissions
      WHERE user_id = ${userId} AND NOT holds_place AND answers <> '[]' ORDER BY id FOR NO KEY UPDATE) AS held`.execute(
    tx,
  )

/** Takes everything out of the database that says who somebody was. */
export const erase = async (tx: Tx, { id, username, now }: LeavingUser): Promise<void> => {
  await emptyMessages(tx, id)
  await emptyPlaces(tx, id)
  await emptyReports(tx, id)
  await forgetWinner(tx, { id, username })
  await disableTwoStep(tx, id)
  for (const table of deletionPolicies.erased) {
    await sql`DELETE FROM ${sql.table(table)} WHERE user_id = ${id}`.execute(tx)
  }
  for (const table of deletionPolicies.unnamed) {
    await sql`UPDATE ${sql.table(table)} SET user_id = NULL WHERE user_id = ${id}`.execute(tx)
  }
  await sql`DELETE FROM mail_bounces b USING users u WHERE u.id = ${id} AND b.email = lower(u.email)`.execute(tx)
  await retireName(tx, username, now)
  await clearUserRow(tx, id, now)
  await emptyWork(tx, id)
}

const emptyMessages = async (tx: Tx, userId: string): Promise<void> => {
  await sql`
    DELETE FROM contact_answers a USING contact_messages m
    WHERE m.id = a.message_id AND m.user_id = ${userId}`.execute(tx)
  await tx.deleteFrom('contact_messages').where('user_id', '=', userId).execute()
}

/** Proofs and words of work that is decided; those that somebody still has to look at go once that is done. */
export const emptyWork = async (tx: Tx, userId: string): Promise<void> => {
  await sql`
    UPDATE task_submissions SET answers = '[]'
    WHERE user_id = ${userId} AND NOT holds_place AND answers <> '[]'`.execute(tx)
  await sql`
    UPDATE task_images i SET submission_id = NULL FROM task_submissions s
    WHERE s.user_id = ${userId} AND NOT s.holds_place AND i.submission_id = s.id AND i.user_id = ${userId}`.execute(tx)
  await clearTexts(tx, userId)
}

/**
 * What they said for themselves in cases that are over, there and where the other side was told of it. Reasons of
 * their decisions stay, without a name: they are the other side's case. The database lets go only of words of who has
 * deleted their account.
 */
const clearTexts = async (tx: Tx, userId: string): Promise<void> => {
  await sql`
    WITH forgotten AS (
      UPDATE task_events e SET text = NULL FROM task_submissions s
      WHERE s.id = e.submission_id AND NOT s.holds_place AND e.by_user = ${userId} AND e.text IS NOT NULL
        AND (e.by_role = 'worker' OR e.step = 'answered')
        AND e.submission_id IN (
          SELECT id FROM task_submissions WHERE user_id = ${userId}
          UNION ALL SELECT id FROM task_submissions WHERE owner_id = ${userId} AND reviewed_at IS NOT NULL)
      RETURNING e.submission_id, e.by_role = 'worker' AS by_worker, s.user_id AS worker_id, s.owner_id
    )
    UPDATE notifications n SET values = jsonb_set(n.values, '{reason}', '""') FROM forgotten f
    WHERE n.user_id = CASE WHEN f.by_worker THEN f.owner_id ELSE f.worker_id END
      AND n.kind = CASE WHEN f.by_worker THEN 'dispute-opened' ELSE 'dispute-answered' END
      AND n.values ->> 'submissionId' = f.submission_id::text`.execute(tx)
}

/** What they said of a missing reward; that there was a report, and how it was decided, stays. */
const emptyReports = async (tx: Tx, userId: string): Promise<void> => {
  await tx.updateTable('reward_reports').set({ words: '', evidence: '' }).where('user_id', '=', userId).execute()
}

/** The device stays beside them for its days: what one was paid for is paid to no second account on it. */
const emptyPlaces = async (tx: Tx, userId: string): Promise<void> => {
  for (const table of ['ptc_views', 'link_visits'] as const) {
    await tx
      .updateTable(table)
      .set({ ip_net: 'unknown' })
      .where('user_id', '=', userId)
      .where('ip_net', '<>', 'unknown')
      .execute()
  }
}

const clearUserRow = async (tx: Tx, id: string, now: Date): Promise<void> => {
  const name = `deleted_${id.replaceAll('-', '').slice(-12)}`
  await tx
    .updateTable('users')
    .set({
      username: name,
      email: `${name}@deleted.invalid`,
      email_key: `${name}@deleted.invalid`,
      email_verified_at: null,
      password_hash: null,
      password_changed_at: null,
      tz: 'UTC',
      notify_by_mail: false,
      mails_off: [],
      hide_name: true,
      admin_note: '',
      needs_init: false,
      age_confirmed: null,
      age_confirmed_at: null,
      cooldown_until: null,
      cooldown_reason: null,
      // Whatever asks whether somebody may do something finds that nobody is there.
      locked_at: now,
      locked_until: null,
      lock_reason: say('ownData.userDeletedAccount'),
      deleted_at: now,
    })
    .where('id', '=', id)
    .execute()
}
