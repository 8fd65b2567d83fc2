import { findWall } from '#features/offerwall/wall.ts'
import { isInNetworks } from '#guard/network.ts'
import type { WriteContext } from '#kernel/context.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { say } from '#kernel/words/say.ts'
import { type PostbackOutcome, logPostback } from './postback-log.ts'
import { type PostbackRequest, paramsOf } from './postback-request.ts'
import { evaluatePostback } from './postback.ts'

type ReplayContext = Pick<WriteContext, 'tx' | 'settings' | 'closed' | 'now' | 'notifyLive'>

/** Reads a stored call again by the rules of today, and keeps that as a call of its own. */
export const replayPostback = async (
  deps: { secrets: Secrets },
  context: ReplayContext,
  id: string,
): Promise<PostbackOutcome> => {
  const { tx, now } = context
  const row = await tx.selectFrom('postbacks').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) return refuse('notFound', 'NOT_FOUND', say('owner.offerwall.postbackFound'))
  const wall = await findWall(tx, row.wall_id)
  const request: PostbackRequest = {
    method: row.method,
    url: row.url,
    body: Buffer.from(row.body),
    headers: row.headers,
    // Of the address only its network is kept, so any of it counts.
    isFrom: (ranges) => isInNetworks(row.ip_net, ranges),
    isReplay: true,
  }
  const judged = await evaluatePostback(deps, context, { wall, call: request })
  const replayed = { ...judged, detail: say('owner.offerwall.replayedManually', { detail: judged.detail }).trim() }
  const params = paramsOf(request, wall.rules) ?? new Map()
  await logPostback(tx, deps.secrets, { wall, call: request, params, judged: replayed, net: row.ip_net, now })
  return judged
}
