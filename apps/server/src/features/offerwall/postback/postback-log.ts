import type { PostbackVerdict } from '@runnel/contract/admin/offerwall'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { WallRow } from '#features/offerwall/wall.ts'
import { later } from '#kernel/clock.ts'
import type { Db, Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { purgeRows } from '#kernel/postgres/purge-rows.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { cut as cutWords } from '#kernel/words/say.ts'
import type { Params } from './parse.ts'
import { type PostbackRequest, createSecretMasker } from './postback-request.ts'

export type PostbackResult = z.infer<typeof PostbackVerdict>

/** What became of a call. */
export interface PostbackOutcome {
  readonly verdict: PostbackResult
  readonly detail: string
  readonly userId: string | null
  readonly txId: string | null
  /** Units; negative where they were taken back. */
  readonly amount: number | null
}

/** Calls that no signature vouches for: anybody could have sent them. */
export const unverifiedVerdicts: readonly PostbackResult[] = ['bad-signature', 'bad-source', 'unreadable']

const URL_LENGTH = 16 * 1_024
const BODY_LENGTH = 32 * 1_024
const STRANGER_LENGTH = 1_024
const DETAIL_LENGTH = 300

interface LogPostbackInput {
  readonly wall: WallRow
  readonly call: PostbackRequest
  readonly params: Params
  readonly judged: PostbackOutcome
  readonly net: string
  readonly now: Date
}

/** Keeps a call raw, secrets hidden, with what became of it. */
export const logPostback = async (tx: Tx, secrets: Secrets, input: LogPostbackInput): Promise<void> => {
  const { wall, call, judged, net, now } = input
  await tx
    .insertInto('postbacks')
    .values({
      id: newId(),
      wall_id: wall.id,
      at: now,
      method: call.method,
      ...shownOf(secrets, { ...input, isStranger: unverifiedVerdicts.includes(judged.verdict) }),
      ip_net: net,
      verdict: judged.verdict,
      detail: shownDetail(judged.detail),
      user_id: judged.userId,
      tx_id: judged.txId,
      amount: judged.amount,
    })
    .execute()
}

export const shownDetail = (detail: string): string => toValidUnicode(cutWords(detail, DETAIL_LENGTH))

interface ShownInput extends Pick<LogPostbackInput, 'wall' | 'call' | 'params'> {
  /** Whether no signature vouches for the call: less of it is kept. */
  readonly isStranger: boolean
}

/** What is kept of a call as it came, secrets hidden. */
export const shownOf = (secrets: Secrets, input: ShownInput) => {
  const { wall, call, isStranger } = input
  const hide = createSecretMasker(secrets, input)
  const cut = (text: string, length: number): string =>
    toValidUnicode(hide(text).slice(0, isStranger ? STRANGER_LENGTH : length))
  const kept = ['content-type', wall.rules.signatureHeader.toLowerCase()].flatMap((name) => {
    const value = name === '' ? undefined : call.headers[name]
    return value === undefined ? [] : [[name, cut(String(value), STRANGER_LENGTH)] as const]
  })
  return {
    url: cut(call.url, URL_LENGTH),
    body: cut(Buffer.from(call.body).toString('utf8'), BODY_LENGTH),
    headers: JSON.stringify(Object.fromEntries(kept)),
  }
}

/** The database takes neither half a character nor a NUL. */
export const toValidUnicode = (text: string): string => text.toWellFormed().replaceAll('\u0000', '')

const STRANGER_DAYS = 7
/** Calls of strangers to one wall: enough to see what goes on, too few to fill a disk. */
const STRANGERS_AT_MOST = 5_000
const DAY_SECONDS = 86_400

/** Forgets calls that nobody vouches for, all but the last; the others are kept for disputes. Returns how many. */
export const purgeUnverifiedPostbacks = async (db: Db, now: Date): Promise<number> => {
  const isUnverified = sql`verdict = ANY (${[...unverifiedVerdicts]}::text[])`
  const old = later(now, -STRANGER_DAYS * DAY_SECONDS)
  const tooMany = sql`id IN (SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY wall_id ORDER BY id DESC) AS place FROM postbacks WHERE ${isUnverified})
    AS ranked WHERE place > ${STRANGERS_AT_MOST})`
  return (
    (await purgeRows(db, { table: 'postbacks', isOver: sql`${isUnverified} AND at < ${old}` })) +
    (await purgeRows(db, { table: 'postbacks', isOver: tooMany }))
  )
}
