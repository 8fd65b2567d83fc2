import { pushKinds, type PushedNotification } from '@runnel/contract/account/user-kinds'
import { dirOf, langOf, type Locale } from '@runnel/contract/locale'
import type { Push, PushKeys } from '#adapters/push/push.ts'
import type { ClosedSourcesCache } from '#kernel/cache/closed-sources.ts'
import { type Clock, later } from '#kernel/clock.ts'
import { createErrorCollector } from '#kernel/collect-errors.ts'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import { defineJob, type Worker, worker } from '#kernel/queue.ts'
import { type Secrets, sha256 } from '#kernel/secrets.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { say, type Words } from '#kernel/words/say.ts'
import { pushKeys } from './keys.ts'
import {
  drop,
  forgetDevice,
  noteReadyClaims,
  postpone,
  quietMinutes,
  readTold,
  takeDue,
  type Told,
  type Waiting,
} from './outbox.ts'
import { pushText, readyText, type PushText } from './push-text.ts'

interface PushJobDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly settings: Pick<SettingsStore, 'current'>
  readonly closed: Pick<ClosedSourcesCache, 'current'>
  readonly secrets: Secrets
  readonly push: Push
  readonly publicUrl: string
}

/** Sends what waits, and tells whose next claim is ready. */
export const pushSend = defineJob('push.send', { cron: '* * * * *', expireSeconds: 300 })

/** What nobody was told of in this time is told no more. */
const KEEP_SECONDS = 86_400
const TRIES = 6
const FIRST_PAUSE_SECONDS = 60

export const pushWorkers = (deps: PushJobDeps): readonly Worker[] => [worker(pushSend, () => sendAll(deps))]

const sendAll = async (deps: PushJobDeps): Promise<Words> => {
  const { db, clock, settings, closed } = deps
  const isOpen = settings.current().faucet_reward > 0 && !closed.current().some(({ source }) => source === 'faucet')
  if (isOpen) await db.write((tx) => noteReadyClaims(tx, settings.current(), clock()))
  const counts: Record<Outcome, number> = { sent: 0, postponed: 0, dropped: 0, expired: 0 }
  const run = createErrorCollector()
  let keys: PushKeys | undefined
  for (let due = await takeDue(db, clock()); due.length > 0; due = await takeDue(db, clock())) {
    keys ??= await db.write((tx) => pushKeys(tx, { ...deps, now: clock() }))
    const sender = { ...keys, subject: subjectOf(deps) }
    const outcomes = await Promise.all(due.map((one) => run.try(() => deliver(deps, sender, one))))
    for (const outcome of outcomes) if (outcome !== undefined) counts[outcome] += 1
  }
  return run.end(say('owner.job.pushSent', counts))
}

/** Whom a push service may write to about us (RFC 8292); it takes nothing else than these two. */
const subjectOf = ({ settings, publicUrl }: PushJobDeps): string => {
  const { contact_email: mail } = settings.current()
  return mail === '' ? publicUrl.replace(/^http:/, 'https:') : `mailto:${mail}`
}

type Outcome = 'sent' | 'postponed' | 'dropped' | 'expired'

const deliver = async (deps: PushJobDeps, sender: PushKeys & { subject: string }, one: Waiting): Promise<Outcome> => {
  const { db, clock, push, log } = deps
  // It failed each time before a push service was asked.
  if (one.tries > TRIES) return dropped(db, one)
  const now = clock()
  const told = await readTold(db.read, one, now)
  const text = told && textOf(deps, told, one)
  if (told === undefined || text === undefined || !isWanted(told, one, now)) return dropped(db, one)
  const quiet = one.kind === 'security' ? 0 : quietMinutes(told)
  if (quiet > 0) {
    // In the morning it is no news that somebody could have claimed.
    if (one.kind === 'claim-ready') return dropped(db, one)
    await postpone(db, one, later(now, quiet * 60))
    return 'postponed'
  }
  const outcome = await push.send(sender, {
    endpoint: told.endpoint,
    p256dh: told.p256dh,
    auth: told.auth,
    payload: payloadOf(deps, text, one, told.locale ?? 'en'),
    ttlSeconds: KEEP_SECONDS,
    topic: topicOf(one),
    urgency: one.kind === 'security' || one.kind === 'site' ? 'high' : 'normal',
  })
  if (outcome.kind === 'gone') {
    await forgetDevice(db, one.subscription_id)
    return 'expired'
  }
  if (outcome.kind === 'accepted') {
    await drop(db, one)
    return 'sent'
  }
  log.warn({ reason: outcome.reason, tries: one.tries }, 'a push service rejected a notification')
  if (outcome.kind === 'refused' || one.tries >= TRIES) return dropped(db, one)
  await postpone(db, one, later(now, outcome.seconds ?? FIRST_PAUSE_SECONDS * 3 ** (one.tries - 1)))
  return 'postponed'
}

const dropped = async (db: Db, one: Waiting): Promise<Outcome> => {
  await drop(db, one)
  return 'dropped'
}

const isWanted = ({ kinds_off: off, role }: Told, { kind, created_at: at }: Waiting, now: Date): boolean =>
  !(off ?? []).includes(kind) && later(at, KEEP_SECONDS) > now && (kind !== 'site' || role === 'admin')

const textOf = ({ settings, publicUrl }: PushJobDeps, told: Told, { kind }: Waiting): PushText | undefined => {
  const { site_name: siteName, site_currency: currency } = settings.current()
  const locale = told.locale ?? 'en'
  if (kind === 'claim-ready') return readyText(locale)
  if (told.kind === null || told.values === null || !isPushed(told.kind)) return undefined
  return pushText({ siteName, currency, publicUrl, locale }, { kind: told.kind, values: told.values, push: kind })
}

const isPushed = (kind: string): kind is PushedNotification => kind in pushKinds

/** Of the member it holds the one sentence and its language. */
const payloadOf = ({ settings }: PushJobDeps, { body, path }: PushText, one: Waiting, locale: Locale): string =>
  JSON.stringify({
    title: settings.current().site_name,
    body,
    path,
    tag: topicOf(one),
    lang: langOf(locale),
    dir: dirOf(locale),
  })

/** At most 32 signs; a message that is sent again takes the place of the first, at the service and on the device. */
const topicOf = ({ about }: Waiting): string => sha256(about).toString('base64url').slice(0, 32)
