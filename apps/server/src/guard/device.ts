import { countryOf, isInNetworks, netOf } from '#guard/network.ts'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { equalBytes, type Secrets } from '#kernel/secrets.ts'
import type { IncomingRequest } from '#kernel/services.ts'
import type { Visitor } from '#kernel/session.ts'

const YEAR_SECONDS = 31_536_000
const USER_AGENT_MAX = 300

/**
 * Returns where requests come from: network, country and device. The device is named by a signed first-party cookie;
 * the address itself goes no further than this function.
 */
export const createVisitorIdentifier = ({ secrets, publicUrl }: { secrets: Secrets; publicUrl: string }) => {
  const secure = publicUrl.startsWith('https://')
  // The `__Host-` prefix asks for https, which a site tried out on http does not have.
  const cookieName = secure ? '__Host-did' : 'did'
  const sign = (id: string): string => secrets.hmac('device', id).subarray(0, 12).toString('base64url')
  const known = (cookie: string | undefined): string | undefined => {
    const [id = '', signature = ''] = (cookie ?? '').split('.')
    return equalBytes(Buffer.from(sign(id)), Buffer.from(signature)) ? id : undefined
  }
  return (request: IncomingRequest): Visitor => {
    const device = known(request.cookies[cookieName])
    const deviceId = device ?? newId()
    const flags = `Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
    return {
      net: netOf(request.ip),
      // Looked up only where it is wanted: most requests never ask.
      get country() {
        return countryOf(request.ip)
      },
      isAmong: (ranges) => isInNetworks(request.ip, ranges),
      deviceId,
      isNewDevice: device === undefined,
      deviceCookie: device === undefined ? `${cookieName}=${deviceId}.${sign(deviceId)}; ${flags}` : null,
      userAgent: String(request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
    }
  }
}

/** Notes that a user was seen on a device; returns whether that is new for this user. */
export const recordDevice = async (
  tx: Tx,
  { userId, visitor, now }: { userId: string; visitor: Visitor; now: Date },
): Promise<{ isNew: boolean }> => {
  await tx
    .insertInto('devices')
    .values({ id: visitor.deviceId, first_seen_at: now })
    .onConflict((row) => row.column('id').doNothing())
    .execute()
  const seen = await tx
    .selectFrom('device_users')
    .select('first_seen_at')
    .where('device_id', '=', visitor.deviceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const place = { ip_net: visitor.net, user_agent: visitor.userAgent, last_seen_at: now }
  await tx
    .insertInto('device_users')
    .values({ device_id: visitor.deviceId, user_id: userId, first_seen_at: now, ...place })
    .onConflict((row) => row.columns(['device_id', 'user_id']).doUpdateSet(place))
    .execute()
  return { isNew: seen === undefined }
}
