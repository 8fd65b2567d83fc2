import { seenMarks } from '#features/offerwall/frame.ts'
import type { WallRow } from '#features/offerwall/wall.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { say, type Words } from '#kernel/words/say.ts'
import type { Units } from '#money/amount.ts'
import type { Params } from './parse.ts'
import { type PostbackOutcome, toValidUnicode } from './postback-log.ts'
import { isSigned, paramsOf, type PostbackRequest, receivedSignature } from './postback-request.ts'
import { type PostbackValues, readPostbackValues, unitsOf } from './postback-values.ts'
import { isSame } from './signature.ts'

interface ReadCallInput {
  readonly wall: WallRow
  readonly call: PostbackRequest
  readonly now: Date
}

/** A call of a wall that is believed. */
export interface Believed {
  readonly params: Params
  readonly told: PostbackValues
  /** What there is to note of where it came from; empty: nothing. */
  readonly foreign: string
}

/** Believed, or what became of it. */
export type ReadCall = Believed | PostbackOutcome

const ID_LENGTH = 200

/** Whether a wall's name for something can be kept as it is. */
const isName = (text: string): boolean => text.length <= ID_LENGTH && text === toValidUnicode(text)

/** Reads a call, step by step: can it be read, is it the wall's, does it tell of anything. */
export const readCall = (secrets: Secrets, { wall, call, now }: ReadCallInput): ReadCall => {
  const { rules } = wall
  const nobody = { userId: null, txId: null, amount: null }
  const params = paramsOf(call, rules)
  if (params === undefined) return { ...nobody, verdict: 'unreadable', detail: say('owner.offerwall.formCouldntRead') }
  if (!isSigned(secrets, { wall, call, params })) {
    return { ...nobody, verdict: 'bad-signature', detail: say('owner.deposit.invalidSignature') }
  }
  const seen = seenMarks(secrets, { wall, names: params.values(), now })
  if (seen.some((mark) => isSame(mark, receivedSignature(call, rules, params), rules))) {
    const detail = say('owner.offerwall.signatureOneShownUsers')
    return { ...nobody, verdict: 'bad-signature', detail }
  }
  const isForeign = wall.allowed_ips.length > 0 && !call.isFrom(wall.allowed_ips)
  const foreign = isForeign ? say('owner.offerwall.ipAddressList') : ''
  if (isForeign && wall.refuse_other_ips) return { ...nobody, verdict: 'bad-source', detail: foreign }
  const told = readPostbackValues(rules, params)
  if (told.kind === 'ignored') return { ...nobody, verdict: 'ignored', detail: withNote(told.why, foreign) }
  if (told.txId === '' || !isName(told.txId) || !isName(told.refId)) {
    const detail = withNote(say('owner.offerwall.containsNoValidTransaction'), foreign)
    return { ...nobody, verdict: 'unreadable', detail }
  }
  return { params, told, foreign }
}

export const withNote = (detail: string, foreign: string): string =>
  foreign === '' ? detail : `${detail} ${foreign}`.trim()

/** What a credit brings, or why it brings nothing. */
export const worthOf = (
  wall: WallRow,
  told: PostbackValues,
): { readonly amount: Units } | Pick<PostbackOutcome, 'verdict' | 'detail' | 'amount'> => {
  const units = unitsOf(wall, told)
  const refused = (verdict: PostbackOutcome['verdict'], detail: Words, amount: number | null = null) => ({
    verdict,
    detail,
    amount,
  })
  if (units === undefined) return refused('bad-amount', say('owner.offerwall.containsNoValidAmount'))
  if (units > BigInt(wall.max_reward)) {
    const most = { units: Number(units), maxReward: wall.max_reward }
    return refused('bad-amount', say('owner.offerwall.unitsExceedMaximumReward', most))
  }
  const amount = Number(units)
  if (amount === 0) return refused('ignored', say('owner.offerwall.creditsNothing'), amount)
  if (!wall.enabled) return refused('wall-off', say('owner.offerwall.offerwallDisabled'), amount)
  return { amount }
}
