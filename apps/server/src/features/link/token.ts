import { createHmac } from 'node:crypto'
import { LINK_TOKEN_LENGTH, linkMessage } from '@runnel/contract/check/link-proof'
import { later } from '#kernel/clock.ts'
import type { Tx } from '#kernel/db.ts'
import { equalBytes } from '#kernel/secrets.ts'

/** The header that a browser derives from what it was given when the visit was opened. */
export const linkToken = (vt: Buffer, visit: { secret: string; userId: string }): string =>
  createHmac('sha256', vt).update(linkMessage(visit)).digest('base64url').slice(0, LINK_TOKEN_LENGTH)

interface Signed {
  readonly token: string
  readonly secret: string
  readonly userId: string
  readonly deviceId: string
  readonly vt: Buffer
}

/** Somebody cannot have opened more visits than this within the time that one lives. */
const RECENT = 120
const RECENT_SECONDS = 86_400

/**
 * Whether this browser was given a visit of this user. A tab in which several links were opened cannot know which of
 * them a secret belongs to, so what it was given for another of them is as good.
 */
export const isOurToken = async (tx: Tx, signed: Signed, now: Date): Promise<boolean> => {
  if (fits(signed)) return true
  const others = await tx
    .selectFrom('link_visits')
    .select('vt')
    .where('user_id', '=', signed.userId)
    .where('device_id', '=', signed.deviceId)
    .where('opened_at', '>', later(now, -RECENT_SECONDS))
    .orderBy('opened_at', 'desc')
    .limit(RECENT)
    .execute()
  // All of them are compared, so that the time tells nothing.
  return others.filter(({ vt }) => fits({ ...signed, vt })).length > 0
}

const fits = ({ token, vt, secret, userId }: Signed): boolean =>
  equalBytes(Buffer.from(linkToken(vt, { secret, userId })), Buffer.from(token))
