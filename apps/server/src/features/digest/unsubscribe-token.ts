import { type Secrets, equalBytes } from '#kernel/secrets.ts'

/** How long a summary can be ended by its link: somebody may look at an old mail first. */
const LIFE_SECONDS = 90 * 86_400
const [ID_BYTES, TIME_BYTES, SEAL_BYTES] = [16, 4, 16]

interface Link {
  readonly userId: string
  readonly now: Date
}

/** What ends the summary of one user without a session. It holds the user’s id, the moment and a seal, and no more. */
export const unsubscribeToken = (secrets: Pick<Secrets, 'hmac'>, { userId, now }: Link): string => {
  const time = Buffer.alloc(TIME_BYTES)
  time.writeUInt32BE(Math.floor(now.getTime() / 1_000))
  const named = Buffer.concat([Buffer.from(userId.replaceAll('-', ''), 'hex'), time])
  return Buffer.concat([named, sealOf(secrets, named)]).toString('base64url')
}

/** Whose summary a token ends; undefined for one that is made up, changed or too old. */
export const readUnsubscribeToken = (secrets: Pick<Secrets, 'hmac'>, token: string, now: Date): string | undefined => {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + TIME_BYTES + SEAL_BYTES || bytes.toString('base64url') !== token) return undefined
  const named = bytes.subarray(0, ID_BYTES + TIME_BYTES)
  if (!equalBytes(bytes.subarray(named.length), sealOf(secrets, named))) return undefined
  const age = now.getTime() / 1_000 - named.readUInt32BE(ID_BYTES)
  if (age > LIFE_SECONDS) return undefined
  return named.toString('hex', 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const sealOf = (secrets: Pick<Secrets, 'hmac'>, named: Buffer): Buffer =>
  secrets.hmac('digest unsubscribe', named).subarray(0, SEAL_BYTES)
