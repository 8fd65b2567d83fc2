import { TELEGRAM_TEXT_MAX, type Telegram } from '#adapters/telegram/telegram.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import { defineJob, type Enqueue, type Worker, worker } from '#kernel/queue.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { inEnglish, render } from '#kernel/words/render.ts'
import { say, type Words } from '#kernel/words/say.ts'
import { alertOwner } from './alert.ts'
import { botOf, dropAlerts, settleAlerts, takeAlerts, type Waiting } from './telegram.ts'

/** Sends the admins' alerts by a Telegram bot. */
export const telegramSend = defineJob('telegram.send', { cron: '* * * * *', retries: 0, expireSeconds: 120 })

interface TelegramJobDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly settings: Pick<SettingsStore, 'current'>
  readonly telegram: Telegram
  readonly enqueue: Enqueue
  readonly publicUrl: string
}

export const telegramWorkers = (deps: TelegramJobDeps): readonly Worker[] => [worker(telegramSend, () => sendAll(deps))]

const sendAll = async (deps: TelegramJobDeps): Promise<Words> => {
  const { db, clock, log, settings, telegram } = deps
  const bot = botOf(settings.current())
  if (bot === undefined) {
    await dropAlerts(db)
    return say('owner.job.telegramOff')
  }
  const counts = { sent: 0, postponed: 0, dropped: 0 }
  for (let due = await takeAlerts(db, clock()); due.length > 0; due = await takeAlerts(db, clock())) {
    const { text, ids } = await messageOf(deps, due)
    const outcome = await telegram.send(bot, text)
    const now = clock()
    await db.write(async (tx) => {
      await settleAlerts(tx, { outcome, ids, now })
      if (outcome.kind !== 'refused') return
      const sentence = say('owner.telegram.alert', { reason: outcome.reason })
      await alertOwner(
        { tx, enqueue: (job, payload, options) => deps.enqueue(tx, job, payload, options) },
        { what: 'telegram', sentence, now, notByTelegram: true },
      )
    })
    counts[results[outcome.kind]] += ids.length
    if (outcome.kind === 'accepted') continue
    log.warn({ reason: inEnglish(outcome.reason), alerts: ids.length }, 'Telegram did not take a message')
    // A bot that was refused once is refused again: the rest waits for the next run, or is dropped too.
    break
  }
  return say('owner.job.telegramSent', counts)
}

const results = { accepted: 'sent', later: 'postponed', refused: 'dropped' } as const

/** No alert may be so long that no other fits beside it. */
const SENTENCE_MAX = 1_000

/** As many alerts as one message holds, in the language of the first admin's mails, and the page that tells more. */
const messageOf = async ({ db, settings, publicUrl }: TelegramJobDeps, due: readonly Waiting[]) => {
  const { site_name: siteName, site_locale: own } = settings.current()
  const admin = await db.read
    .selectFrom('users')
    .select('locale')
    .where('role', '=', 'admin')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const locale = admin?.locale ?? own
  const foot = `${publicUrl}/app/admin/overview`
  const parts = [siteName]
  const ids: string[] = []
  for (const { id, sentence } of due) {
    const words = render(sentence, locale).slice(0, SENTENCE_MAX).toWellFormed()
    if (ids.length > 0 && textOf([...parts, words, foot]).length > TELEGRAM_TEXT_MAX) break
    parts.push(words)
    ids.push(id)
  }
  return { text: textOf([...parts, foot]), ids }
}

const textOf = (parts: readonly string[]): string => parts.join('\n\n')
