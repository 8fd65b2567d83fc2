import type { RawRequest } from '@runnel/contract/route'
import { chargeBackOffer } from '#features/offerwall/charge-back.ts'
import { creditOffer } from '#features/offerwall/credit.ts'
import { userFromWallId } from '#features/offerwall/wall-user-id.ts'
import { postbackAddress, type ReadWall, wallBySlug, type WallRow } from '#features/offerwall/wall.ts'
import type { WriteContext } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import type { RateLimits } from '#kernel/http/rate-limit.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { say } from '#kernel/words/say.ts'
import { creditAtOnce } from './credit-at-once.ts'
import type { PostbackContext } from './postback-context.ts'
import { type PostbackOutcome, logPostback, unverifiedVerdicts, type PostbackResult } from './postback-log.ts'
import { type PostbackRequest, paramsOf } from './postback-request.ts'
import type { PostbackValues } from './postback-values.ts'
import { type ReadCall, readCall, withNote, worthOf } from './read-call.ts'

export interface PostbackDeps {
  readonly secrets: Secrets
  readonly publicUrl: string
  readonly limits: Pick<RateLimits, 'spend'>
}

/** Walls by their slugs as they were last read; whoever credits by one finds out whether it was changed since. */
export type KnownWalls = Map<string, ReadWall>

interface Arrived {
  readonly slug: string
  readonly method: string
  readonly raw: RawRequest
}

/** Takes a wall's call, does what it is believed, and keeps it with what became of it. */
export const handlePostback = async (
  deps: PostbackDeps & { readonly walls: KnownWalls },
  context: PostbackContext & Pick<WriteContext, 'visitor' | 'callAlone'>,
  { slug, method, raw }: Arrived,
): Promise<{ status: number; body: string }> => {
  const { tx, visitor, now } = context
  const address = postbackAddress(deps.publicUrl, slug)
  const url = raw.query === '' ? address : `${address}?${raw.query}`
  const { body, headers } = raw
  const request: PostbackRequest = { method, url, body, headers, isFrom: visitor.isAmong, isReplay: false }
  const known = deps.walls.get(slug)
  const early = known && readCall(deps.secrets, { wall: known, call: request, now })
  if (known !== undefined && early !== undefined && !('verdict' in early)) {
    if (await creditAtOnce(deps.secrets, context, { wall: known, call: request, read: early })) {
      return replyOf(known, 'credited')
    }
  }
  const wall = await wallBySlug(tx, slug)
  if (wall === undefined) return refuse('notFound', 'NOT_FOUND', say('request.notFound'))
  deps.walls.set(slug, wall)
  const read = wall.version === known?.version ? early : undefined
  const judged = await evaluatePostback(deps, context, { wall, call: request, read })
  const isKept =
    !unverifiedVerdicts.includes(judged.verdict) || (await deps.limits.spend(strangerCalls, visitor.net)) === 0
  if (isKept) {
    const params = paramsOf(request, wall.rules) ?? new Map()
    await logPostback(tx, deps.secrets, { wall, call: request, params, judged, net: visitor.net, now })
  }
  return replyOf(wall, judged.verdict)
}

/** Calls of strangers that are kept, by network: who sends for ever must not fill the disk. */
const strangerCalls = { name: 'postback-strangers', points: 30, seconds: 60 }

/**
 * What a wall is answered: 403 makes it stop, 400 lets it come again, and everything else is taken, so that it does
 * not.
 */
const replyOf = ({ rules }: WallRow, result: PostbackResult): { status: number; body: string } => {
  if (result === 'bad-signature' || result === 'bad-source') return { status: 403, body: rules.replyRefused }
  if (result === 'unreadable') return { status: 400, body: rules.replyRefused }
  return { status: 200, body: result === 'duplicate' ? rules.replyDuplicate || rules.replyOk : rules.replyOk }
}

interface EvaluatePostbackInput {
  readonly wall: WallRow
  readonly call: PostbackRequest
  /** What the call says by this very wall, where that was read already. */
  readonly read?: ReadCall | undefined
}

/** Decides on a call, step by step: is it the wall's, can it be read, whom does it concern, what does it move. */
export const evaluatePostback = async (
  { secrets }: Pick<PostbackDeps, 'secrets'>,
  context: PostbackContext,
  { wall, call, read = readCall(secrets, { wall, call, now: context.now }) }: EvaluatePostbackInput,
): Promise<PostbackOutcome> => {
  if ('verdict' in read) return read
  const { told, foreign } = read
  const userId = await knownUser(context.tx, userFromWallId(secrets, told.userRef))
  const judged = await evaluateValues(context, { wall, told, userId })
  return { ...judged, detail: withNote(judged.detail, foreign) }
}

interface EvaluateValuesInput {
  readonly wall: WallRow
  readonly told: PostbackValues
  readonly userId: string | null
}

const evaluateValues = async (
  context: PostbackContext,
  { wall, told, userId }: EvaluateValuesInput,
): Promise<PostbackOutcome> => {
  if (told.kind === 'reversal') return chargeBackOffer(context, { wall, told, userId })
  const named = { userId, txId: told.txId }
  if (userId === null) {
    return { ...named, amount: null, verdict: 'unknown-user', detail: say('owner.offerwall.containsNoUserSite') }
  }
  const worth = worthOf(wall, told)
  if ('verdict' in worth) return { ...named, ...worth }
  return { ...named, ...worth, ...(await creditOffer(context, { wall, told, userId, amount: worth.amount })) }
}

/** The user of this name, if there is still one. */
const knownUser = async (tx: Tx, userId: string | undefined): Promise<string | null> => {
  if (userId === undefined) return null
  const row = await tx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  return row?.id ?? null
}
