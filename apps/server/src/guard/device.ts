import { sql } from 'kysely'
import { countryOf, isInNetworks, netOf } from '#guard/network.ts'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { equalBytes, type Secrets } from '#kernel/secrets.ts'
import type { IncomingRequest } from '#kernel/services.ts'
import type { Visitor } from '#kernel/session.ts'

const YEAR_SECONDS = 31_536_000
const USER_AGENT_MAX = 300

/** What the cookie of a device holds: its id and our signature of it. */
export const deviceCookie = (secrets: Secrets, id: string): string =>
  `${id}.${secrets.hmac('device', id).subarray(0, 12).toString('base64url')}`

/**
 * Returns where requests come from: network, country and device. The device is named by a signed first-party cookie;
 * the address itself goes no further than this function.
 */
export const createVisitorIdentifier = ({ secrets, publicUrl }: { secrets: Secrets; publicUrl: string }) => {
  const secure = publicUrl.startsWith('https://')
  // The `__Host-` prefix asks for https, which a site tried out on http does not have.
  const cookieName = secure ? '__Host-did' : 'did'
  const known = (cookie: string | undefined): string | undefined => {
    if (cookie === undefined) return undefined
    const [id = ''] = cookie.split('.')
    return equalBytes(Buffer.from(deviceCookie(secrets, id)), Buffer.from(cookie)) ? id : undefined
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
      address: () => request.ip,
      isAmong: (ranges) => isInNetworks(request.ip, ranges),
      deviceId,
      isNewDevice: device === undefined,
      deviceCookie: device === undefined ? `${cookieName}=${deviceCookie(secrets, deviceId)}; ${flags}` : null,
      userAgent: String(request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
    }
  }
}

/** Notes that a user was seen on a device; returns whether that is new for this user. */
export const recordDevice = async (
  tx: Tx,
  { userId, visitor, now }: { userId: string; visitor: Visitor; now: Date },
): Promise<{ isNew: boolean }> => {
  const { deviceId, net, userAgent } = visitor
  const { rows } = await sql<{ isNew: boolean }>`
    WITH device AS (INSERT INTO devices (id, first_seen_at) VALUES (${deviceId}, ${now}) ON CONFLICT (id) DO NOTHING)
    INSERT INTO device_users (device_id, user_id, ip_net, user_agent, first_seen_at, last_seen_at)
      VALUES (${deviceId}, ${userId}, ${net}, ${userAgent}, ${now}, ${now})
    ON CONFLICT (device_id, user_id) DO UPDATE SET ip_net = EXCLUDED.ip_net, user_agent = EXCLUDED.user_agent,
      last_seen_at = EXCLUDED.last_seen_at
    RETURNING xmax = 0 AS "isNew"`.execute(tx)
  return { isNew: rows[0]?.isNew === true }
}
