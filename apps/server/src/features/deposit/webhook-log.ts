import { sql } from 'kysely'
import { later } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { purgeRows } from '#kernel/postgres/purge-rows.ts'
import { cut } from '#kernel/words/say.ts'

/**
 * What became of a call. The first three passed the processor's own check; the others did not, so anybody could have
 * sent them.
 */
export type WebhookVerdict =
  | 'credited'
  | 'heard'
  | 'unknown'
  | 'no-deposit'
  | 'ignored'
  | 'refused'
  | 'unreachable'
  | 'flood'

export interface LoggedWebhook {
  readonly processor: string
  readonly depositId: string | null
  readonly verdict: WebhookVerdict
  readonly detail: string
  readonly body: Uint8Array
  readonly net: string
  readonly now: Date
}

const verified: readonly WebhookVerdict[] = ['credited', 'heard', 'unknown']
const VERIFIED_BYTES = 16 * 1_024
const OTHER_BYTES = 1_024
const DETAIL_LENGTH = 300

export const isVerified = (verdict: WebhookVerdict): boolean => verified.includes(verdict)

/** Keeps a call as it came, without its headers, which hold signatures. */
export const logWebhook = (db: Db, call: LoggedWebhook): Promise<unknown> =>
  db.write((tx) =>
    tx
      .insertInto('deposit_calls')
      .values({
        id: newId(),
        processor: call.processor,
        deposit_id: call.depositId,
        verdict: call.verdict,
        detail: storable(cut(call.detail, DETAIL_LENGTH)),
        body: textOf(call.body, isVerified(call.verdict) ? VERIFIED_BYTES : OTHER_BYTES),
        ip_net: call.net,
        at: call.now,
      })
      .execute(),
  )

/** The database takes neither half a character nor a NUL. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '')

const textOf = (bytes: Uint8Array, atMost: number): string =>
  storable(Buffer.from(bytes.subarray(0, atMost)).toString('utf8'))

const VERIFIED_DAYS = 90
const OTHER_DAYS = 3
/** Calls that nobody vouches for, of one processor: enough to see what goes on, too few to fill a disk. */
const OTHER_AT_MOST = 5_000
const DAY_SECONDS = 86_400

/** Forgets old calls, and of those that nobody vouches for all but the last. Returns how many. */
export const purgeWebhookLog = async (db: Db, now: Date): Promise<number> => {
  const isVerified = sql`verdict = ANY (${[...verified]}::text[])`
  const [long, short] = [VERIFIED_DAYS, OTHER_DAYS].map((days) => later(now, -days * DAY_SECONDS))
  const tooMany = sql`id IN (SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY processor ORDER BY id DESC) AS place FROM deposit_calls
    WHERE NOT ${isVerified}) AS ranked WHERE place > ${OTHER_AT_MOST})`
  const isOld = sql`at < ${long} OR (at < ${short} AND NOT ${isVerified})`
  return (
    (await purgeRows(db, { table: 'deposit_calls', isOver: isOld })) +
    (await purgeRows(db, { table: 'deposit_calls', isOver: tooMany }))
  )
}
