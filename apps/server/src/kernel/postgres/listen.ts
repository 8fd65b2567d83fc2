import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '#kernel/log.ts'
import { PrimaryClient } from './primary.ts'

interface ListenInput {
  readonly url: string
  readonly channel: string
  readonly onNotification: (payload: string) => void
  readonly log: Log
}

const RETRY_MS = 500
/** How long anything may take to be answered. */
const ANSWER_MS = 10_000
/**
 * Nothing is ever sent over a connection that only listens, so that one whose other end vanished would be taken for a
 * quiet one for hours: it is asked for a sign of life.
 */
const BEAT_MS = 60_000

/**
 * Holds one connection that listens, and comes back by itself when it breaks. What was said meanwhile is lost, so it
 * then hears an empty word, which means: look again.
 */
export const listen = async (
  { url, channel, onNotification, log }: ListenInput,
  beatMs = BEAT_MS,
  answerMs = ANSWER_MS,
): Promise<() => Promise<void>> => {
  let client: pg.Client | undefined
  let closed = false
  const open = async (): Promise<void> => {
    const waits = { connectionTimeoutMillis: answerMs, query_timeout: answerMs }
    const opening = new PrimaryClient({ connectionString: url, keepAlive: true, ...waits })
    client = opening
    opening.on('notification', (message) => onNotification(message.payload ?? ''))
    opening.on('error', () => undefined)
    // With a question open, the driver ends a connection at once.
    const end = (): void => void opening.end().catch(() => undefined)
    try {
      await opening.connect()
      await opening.query(`LISTEN ${opening.escapeIdentifier(channel)}`)
    } catch (error) {
      end()
      throw error
    }
    const beat = setInterval(() => opening.query('SELECT 1').catch(end), beatMs)
    beat.unref()
    // Only one that has listened is missed: an attempt that fails ends too, and would start a second row of attempts.
    opening.once('end', () => {
      clearInterval(beat)
      void reopen()
    })
  }
  const reopen = async (): Promise<void> => {
    while (!closed) {
      await pause(RETRY_MS)
      try {
        if (closed) return
        await open()
        if (closed) return await client?.end()
        return onNotification('')
      } catch (error) {
        log.warn({ err: String(error) }, 'lost the database connection for LISTEN')
      }
    }
  }
  await open()
  return async () => {
    closed = true
    // Over a silent network its goodbye is never answered.
    await Promise.race([client?.end(), pause(answerMs, undefined, { ref: false })])
  }
}
