import type { RawRequest } from '@runnel/contract/route'
import { chargeBackOffer } from '#features/offerwall/charge-back.ts'
import { creditOffer } from '#features/offerwall/credit.ts'
import { seenMarks } from '#features/offerwall/frame.ts'
import { userFromWallId } from '#features/offerwall/wall-user-id.ts'
import { postbackAddress, wallBySlug, type WallRow } from '#features/offerwall/wall.ts'
import type { WriteContext } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import type { RateLimits } from '#kernel/http/rate-limit.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { say } from '#kernel/words/say.ts'
import type { PostbackContext } from './postback-context.ts'
import {
  type PostbackOutcome,
  logPostback,
  toValidUnicode,
  unverifiedVerdicts,
  type PostbackResult,
} from './postback-log.ts'
import { type PostbackRequest, receivedSignature, isSigned, paramsOf } from './postback-request.ts'
import { type PostbackValues, readPostbackValues, unitsOf } from './postback-values.ts'
import { isSame } from './signature.ts'

export interface PostbackDeps {
  readonly secrets: Secrets
  readonly publicUrl: string
  readonly limits: Pick<RateLimits, 'spend'>
}

interface Arrived {
  readonly slug: string
  readonly method: string
  readonly raw: RawRequest
}

/** Takes a wall's call, does what it is believed, and keeps it with what became of it. */
export const handlePostback = async (
  deps: PostbackDeps,
  context: PostbackContext & Pick<WriteContext, 'visitor'>,
  { slug, method, raw }: Arrived,
): Promise<{ status: number; body: string }> => {
  const { tx, visitor, now } = context
  const wall = await wallBySlug(tx, slug)
  if (wall === undefined) return refuse('notFound', 'NOT_FOUND', say('request.notFound'))
  const address = postbackAddress(deps.publicUrl, slug)
  const url = raw.query === '' ? address : `${address}?${raw.query}`
  const { body, headers } = raw
  const request: PostbackRequest = { method, url, body, headers, isFrom: visitor.isAmong, isReplay: false }
  const judged = await evaluatePostback(deps, context, { wall, call: request })
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
}

/** Decides on a call, step by step: is it the wall's, can it be read, whom does it concern, what does it move. */
export const evaluatePostback = async (
  deps: Pick<PostbackDeps, 'secrets'>,
  context: PostbackContext,
  { wall, call: request }: EvaluatePostbackInput,
): Promise<PostbackOutcome> => {
  const { rules } = wall
  const nobody = { userId: null, txId: null, amount: null }
  const params = paramsOf(request, rules)
  if (params === undefined) return { ...nobody, verdict: 'unreadable', detail: say('owner.offerwall.formCouldntRead') }
  if (!isSigned(deps.secrets, { wall, call: request, params })) {
    return { ...nobody, verdict: 'bad-signature', detail: say('owner.deposit.invalidSignature') }
  }
  const seen = seenMarks(deps.secrets, { wall, names: params.values(), now: context.now })
  if (seen.some((mark) => isSame(mark, receivedSignature(request, rules, params), rules))) {
    const detail = say('owner.offerwall.signatureOneShownUsers')
    return { ...nobody, verdict: 'bad-signature', detail }
  }
  const isForeign = wall.allowed_ips.length > 0 && !request.isFrom(wall.allowed_ips)
  const foreign = say('owner.offerwall.ipAddressList')
  if (isForeign && wall.refuse_other_ips) return { ...nobody, verdict: 'bad-source', detail: foreign }
  const told = readPostbackValues(rules, params)
  const judged = await evaluateValues(deps, context, { wall, told })
  return isForeign ? { ...judged, detail: `${judged.detail} ${foreign}`.trim() } : judged
}

const ID_LENGTH = 200

/** Whether a wall's name for something can be kept as it is. */
const isName = (text: string): boolean => text.length <= ID_LENGTH && text === toValidUnicode(text)

interface Believed {
  readonly wall: WallRow
  readonly told: PostbackValues
}

const evaluateValues = async (
  { secrets }: Pick<PostbackDeps, 'secrets'>,
  context: PostbackContext,
  { wall, told }: Believed,
): Promise<PostbackOutcome> => {
  const nobody = { userId: null, txId: null, amount: null }
  if (told.kind === 'ignored') return { ...nobody, verdict: 'ignored', detail: told.why }
  if (told.txId === '' || !isName(told.txId) || !isName(told.refId)) {
    return { ...nobody, verdict: 'unreadable', detail: say('owner.offerwall.containsNoValidTransaction') }
  }
  const userId = await knownUser(context.tx, userFromWallId(secrets, told.userRef))
  if (told.kind === 'reversal') return chargeBackOffer(context, { wall, told, userId })
  const named = { userId, txId: told.txId }
  if (userId === null) {
    return { ...named, amount: null, verdict: 'unknown-user', detail: say('owner.offerwall.containsNoUserSite') }
  }
  const units = unitsOf(wall, told)
  if (units === undefined) {
    return { ...named, amount: null, verdict: 'bad-amount', detail: say('owner.offerwall.containsNoValidAmount') }
  }
  if (units > BigInt(wall.max_reward)) {
    const detail = say('owner.offerwall.unitsExceedMaximumReward', { units: Number(units), maxReward: wall.max_reward })
    return { ...named, amount: null, verdict: 'bad-amount', detail }
  }
  const amount = Number(units)
  if (amount === 0) return { ...named, amount, verdict: 'ignored', detail: say('owner.offerwall.creditsNothing') }
  if (!wall.enabled) return { ...named, amount, verdict: 'wall-off', detail: say('owner.offerwall.offerwallDisabled') }
  return { ...named, amount, ...(await creditOffer(context, { wall, told, userId, amount })) }
}

/** The user of this name, if there is still one. */
const knownUser = async (tx: Tx, userId: string | undefined): Promise<string | null> => {
  if (userId === undefined) return null
  const row = await tx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  return row?.id ?? null
}
