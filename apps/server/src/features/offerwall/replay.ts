import { isAmong } from '#guard/network.ts'
import type { WriteContext } from '#kernel/context.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Secrets } from '#kernel/secrets.ts'

import { type Call, paramsOf } from './call.ts'
import { judge } from './hear.ts'
import { type Judged, record } from './log.ts'
import { findWall } from './wall.ts'

type Replaying = Pick<WriteContext, 'tx' | 'settings' | 'closed' | 'now' | 'tell'>

/** Reads a stored call again by the rules of today, and keeps that as a call of its own. */
export const replayPostback = async (rooms: { secrets: Secrets }, context: Replaying, id: string): Promise<Judged> => {
  const { tx, now } = context
  const row = await tx.selectFrom('postbacks').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) return refuse('notFound', 'NOT_FOUND', 'Postback not found.')
  const wall = await findWall(tx, row.wall_id)
  const call: Call = {
    method: row.method,
    url: row.url,
    body: Buffer.from(row.body),
    headers: row.headers,
    // Of the address only its network is kept, so any of it counts.
    isFrom: (ranges) => isAmong(row.ip_net, ranges),
    isReplay: true,
  }
  const judged = await judge(rooms, context, { wall, call })
  const replayed = { ...judged, detail: `Replayed manually. ${judged.detail}`.trim() }
  const params = paramsOf(call, wall.rules) ?? new Map()
  await record(tx, rooms.secrets, { wall, call, params, judged: replayed, net: row.ip_net, now })
  return judged
}
