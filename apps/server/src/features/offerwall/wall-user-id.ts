import { equalBytes, type Secrets } from '#kernel/secrets.ts'

const ID_LENGTH = 22
const MARK_LENGTH = 9
const SHAPE = /^[\w-]{22}_[\w-]{9}$/

/** A user's name at walls: short, with a mark that only this site can make, so that nobody is credited by guessing. */
export const wallUserId = (secrets: Secrets, userId: string): string => {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
  const mark = secrets.hmac('offerwall-user', userId).toString('base64url').slice(0, MARK_LENGTH)
  return `${id}_${mark}`
}

/** Whom a wall speaks of; undefined for a name that this site never gave. */
export const userFromWallId = (secrets: Secrets, ref: string): string | undefined => {
  if (!SHAPE.test(ref)) return undefined
  const hex = Buffer.from(ref.slice(0, ID_LENGTH), 'base64url').toString('hex')
  const userId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return equalBytes(Buffer.from(wallUserId(secrets, userId)), Buffer.from(ref)) ? userId : undefined
}
