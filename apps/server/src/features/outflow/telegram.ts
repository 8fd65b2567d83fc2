import type { Contract } from '@runnel/contract'
import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import type { TelegramBot, TelegramOutcome } from '#adapters/telegram/telegram.ts'
import { later } from '#kernel/clock.ts'
import type { Handlers } from '#kernel/context.ts'
import type { Db, Read, Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'
import { render } from '#kernel/words/render.ts'
import { say } from '#kernel/words/say.ts'

/** The owner's bot; undefined unless both its token and its chat are set. */
export const botOf = (settings: Settings): TelegramBot | undefined => {
  const { telegram_bot_token: token, telegram_chat_id: chatId } = settings
  return token === '' || chatId === '' ? undefined : { token, chatId }
}

/** Stores an alert for the job to send; it is sent only if the transaction commits. */
export const queueForTelegram = (tx: Tx, { sentence, now }: { sentence: string; now: Date }): Promise<unknown> =>
  tx.insertInto('telegram_outbox').values({ id: newId(), sentence, created_at: now }).execute()

export interface Waiting {
  readonly id: string
  readonly sentence: string
}

/** Alerts in one message. */
const BATCH = 20
/** After this, another node takes over from one that stopped while sending; a call takes up to 10 seconds. */
const LEASE_SECONDS = 120
/** An alert that can't be sent within this time is dropped. */
const KEEP_SECONDS = 86_400
const FIRST_PAUSE_SECONDS = 60
const LONGEST_PAUSE_SECONDS = 900

/**
 * Leases the alerts to send, so that no other node sends them meanwhile. While one message waits for its next try, all
 * others wait behind it: Telegram limits the calls of a bot, and an early call would extend the limit.
 */
export const takeAlerts = (db: Db, now: Date): Promise<readonly Waiting[]> =>
  db.write(async (tx) => {
    await tx.deleteFrom('telegram_outbox').where('created_at', '<', later(now, -KEEP_SECONDS)).execute()
    const { rows } = await sql`
      INSERT INTO telegram_bot (due_at, tries)
      SELECT ${later(now, LEASE_SECONDS)}, 1 WHERE EXISTS (SELECT FROM telegram_outbox)
      ON CONFLICT (only_row) DO UPDATE SET due_at = excluded.due_at, tries = telegram_bot.tries + 1
        WHERE telegram_bot.due_at <= ${now}
      RETURNING tries`.execute(tx)
    if (rows.length === 0) return []
    return tx
      .selectFrom('telegram_outbox')
      .select(['id', 'sentence'])
      .orderBy('created_at')
      .orderBy('id')
      .limit(BATCH)
      .execute()
  })

/** Deletes the alerts of a site without a bot. */
export const dropAlerts = (db: Db): Promise<unknown> => db.write((tx) => tx.deleteFrom('telegram_outbox').execute())

interface SendResult {
  readonly outcome: TelegramOutcome
  readonly ids: readonly string[]
  readonly now: Date
}

/** Records the outcome, and deletes the alerts that were accepted or refused. */
export const settleAlerts = async (tx: Tx, { outcome, ids, now }: SendResult): Promise<void> => {
  if (outcome.kind !== 'later') {
    if (ids.length > 0) await tx.deleteFrom('telegram_outbox').where('id', 'in', ids).execute()
    await noteOutcome(tx, { outcome, now })
    await tx.updateTable('telegram_bot').set({ due_at: now, tries: 0 }).execute()
    return
  }
  const bot = await tx.selectFrom('telegram_bot').select('tries').executeTakeFirst()
  const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** Math.min((bot?.tries ?? 1) - 1, 10), LONGEST_PAUSE_SECONDS)
  const set = { due_at: later(now, outcome.seconds ?? pause), problem: outcome.reason, problem_at: now }
  await tx.updateTable('telegram_bot').set(set).execute()
}

/** A success clears the last problem. */
const noteOutcome = async (tx: Tx, { outcome, now }: Omit<SendResult, 'ids'>): Promise<void> => {
  const result: { sent_at?: Date; problem: string | null; problem_at: Date | null } =
    outcome.kind === 'accepted'
      ? { sent_at: now, problem: null, problem_at: null }
      : { problem: outcome.reason, problem_at: now }
  await tx
    .insertInto('telegram_bot')
    .values({ due_at: now, ...result })
    .onConflict((row) => row.column('only_row').doUpdateSet(result))
    .execute()
}

interface TelegramState {
  readonly at: Date | null
  readonly problem: string | null
  /** Whether a failed message will be retried. */
  readonly isWaiting: boolean
}

/** The result of the bot's last call. */
export const telegramState = async (db: Read): Promise<TelegramState> => {
  const bot = await db
    .selectFrom('telegram_bot')
    .select(['tries', 'sent_at', 'problem', 'problem_at'])
    .executeTakeFirst()
  if (bot === undefined) return { at: null, problem: null, isWaiting: false }
  const isBad = bot.problem !== null
  return { at: isBad ? bot.problem_at : bot.sent_at, problem: bot.problem, isWaiting: isBad && bot.tries > 0 }
}

/** Sends a test message at once, and returns Telegram's answer. */
export const testTelegram =
  ({ publicUrl }: { publicUrl: string }): Handlers<Contract['admin']>['testTelegram'] =>
  async (_input, { db, adapters, settings, locale, now }) => {
    const bot = botOf(settings)
    if (bot === undefined) return refuse('conflict', 'TELEGRAM_UNSET', say('owner.telegram.unset'))
    const sentence = render(say('owner.telegram.test'), locale)
    const outcome = await adapters.telegram.send(
      bot,
      `${settings.site_name}\n\n${sentence}\n\n${publicUrl}/app/admin/overview`,
    )
    // Alerts keep the time of their next try, which Telegram may have set.
    if (outcome.kind !== 'later') await db.write((tx) => noteOutcome(tx, { outcome, now }))
    if (outcome.kind === 'accepted') return { msg: say('owner.telegram.testSent') }
    return refuse('conflict', 'TELEGRAM_REFUSED', say('owner.telegram.refused', { reason: outcome.reason }))
  }
