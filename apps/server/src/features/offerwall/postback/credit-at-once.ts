import { readClickId } from '#features/offerwall/click.ts'
import { creditNames, heldWords, holdDaysOf, offerArgs } from '#features/offerwall/credit.ts'
import { userFromWallId } from '#features/offerwall/wall-user-id.ts'
import type { ReadWall } from '#features/offerwall/wall.ts'
import { closedBy, isSmallPayment } from '#features/outflow/outflow.ts'
import type { WriteContext } from '#kernel/context.ts'
import { newId } from '#kernel/id.ts'
import { assert } from '#kernel/refusal.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { together } from '#kernel/words/say.ts'
import { shownDetail, shownOf } from './postback-log.ts'
import type { PostbackRequest } from './postback-request.ts'
import { type Believed, withNote, worthOf } from './read-call.ts'

interface KnownCall {
  /** As it was read for an earlier call. */
  readonly wall: ReadWall
  readonly call: PostbackRequest
  readonly read: Believed
}

type CreditContext = Pick<WriteContext, 'callAlone' | 'settings' | 'closed' | 'now' | 'notifyLive' | 'visitor'>

/**
 * Credits an ordinary postback and keeps the call, in one trip and one commit. Whether that is done; if not, nothing
 * has happened, and the call is to be judged step by step.
 */
export const creditAtOnce = async (
  secrets: Secrets,
  context: CreditContext,
  { wall, call, read: { told, params, foreign } }: KnownCall,
): Promise<boolean> => {
  const { settings, visitor, notifyLive } = context
  if (told.kind !== 'credit') return false
  const userId = userFromWallId(secrets, told.userRef)
  const worth = worthOf(wall, told)
  if (userId === undefined || 'verdict' in worth) return false
  const { amount } = worth
  const isStopped = closedBy(context, 'offerwall')?.code === 'PAUSED_FOR_CHECK'
  if (isStopped || !isSmallPayment(settings, { source: 'offerwall', amount })) return false
  const holdDays = holdDaysOf(wall, amount)
  const credit = { wall, told, userId, amount, holdDays }
  const detail = holdDays === undefined ? '' : together(heldWords(holdDays))
  const { url, body, headers } = shownOf(secrets, { wall, call, params, isStranger: false })
  const kept = [newId(), call.method, url, body, headers, visitor.net, shownDetail(withNote(detail, foreign))]
  const args = [...offerArgs(context, credit), readClickId(told.clickId) ?? null, wall.version, creditNames(credit)]
  const [done] = await context.callAlone<{ is_credited: boolean }>({
    name: 'postback_credit',
    args: [...args, ...kept],
  })
  assert(done !== undefined, 'a postback has an answer')
  if (done.is_credited) notifyLive(userId)
  return done.is_credited
}
