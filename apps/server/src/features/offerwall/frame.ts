import { signatureOf } from '#features/offerwall/postback/signature.ts'
import { presetOf } from '#features/offerwall/preset/presets.ts'
import type { Read } from '#kernel/db.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { wallUserId, userFromWallId } from './wall-user-id.ts'
import { secretOf, type WallRow } from './wall.ts'

interface WallVisitor {
  readonly wall: WallRow
  readonly userId: string
  readonly username: string
  readonly now: Date
  /** Unset where nothing is opened. */
  readonly clickId?: string
}

/** How long a signed identity in a frame's address holds. */
const IDENTITY_SECONDS = 86_400

/** What stands in a frame's address for one user; marks are empty where the wall has none or no secret yet. */
const frameValues = (
  secrets: Secrets,
  { wall, userId, username, now, clickId = '' }: WallVisitor,
): Record<string, string> => {
  const expires = String(Math.floor(now.getTime() / 1_000) + IDENTITY_SECONDS)
  const known = { ...wall.keys, userId: wallUserId(secrets, userId), username, expires, clickId }
  const secret = secretOf(secrets, wall)
  const { hash, signature } = presetOf(wall).frame
  const mark = (formula: typeof hash): string =>
    formula === undefined || secret === ''
      ? ''
      : (signatureOf(formula, secret, { keys: known, params: new Map(), url: '' }) ?? '')
  return { ...known, hash: mark(hash), signature: mark(signature) }
}

/**
 * What stands in a frame is seen by its user, and some walls sign a call as they sign a user's name: these are marks
 * that vouch for no call, of everybody whom a call names.
 */
export const seenMarks = (
  secrets: Secrets,
  { wall, names, now }: { wall: WallRow; names: Iterable<string>; now: Date },
): string[] => {
  const { frame } = presetOf(wall)
  if (frame.hash === undefined && frame.signature === undefined) return []
  return [...names].flatMap((name) => {
    const userId = userFromWallId(secrets, name)
    if (userId === undefined) return []
    const { hash = '', signature = '' } = frameValues(secrets, { wall, userId, username: '', now })
    return [hash, signature].filter((mark) => mark !== '')
  })
}

/** The address of a wall's frame, made for one user. */
export const frameAddress = (secrets: Secrets, visiting: WallVisitor): string => {
  const values = frameValues(secrets, visiting)
  return fillAddress(visiting.wall.frame_url, values)
}

/** Fills a template of an address; what it does not know is left empty. */
export const fillAddress = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent((Object.hasOwn(values, name) ? values[name] : undefined) ?? ''),
  )

/** What proves a user's name in a frame of the wall, and to its API; empty where it wants nothing. */
export const frameHash = (secrets: Secrets, visiting: WallVisitor): string =>
  frameValues(secrets, visiting)['hash'] ?? ''

export const isPollfish = ({ preset }: Pick<WallRow, 'preset'>): boolean => preset === 'pollfish'

/** What the Pollfish page hands to its script. */
export const pollfishOf = (secrets: Secrets, visiting: WallVisitor) => {
  const { keys } = visiting.wall
  const { userId = '', signature = '' } = frameValues(secrets, visiting)
  return {
    apiKey: keys['apiKey'] ?? '',
    userId,
    clickId: userId,
    rewardConversion: keys['rewardConversion'] ?? '',
    rewardName: keys['rewardName'] ?? '',
    signature,
    debug: keys['debug'] === 'true',
  }
}

/** What a user's profile carries for walls: Pollfish's client signature and the hash of CPX Research. */
export const profileMarks = async (
  { secrets, db }: { secrets: Secrets; db: Read },
  visitor: Omit<WallVisitor, 'wall'>,
): Promise<{ signature: string; cpxHash: string }> => {
  const walls = await db
    .selectFrom('offerwalls')
    .selectAll()
    .where('enabled', '=', true)
    .where('preset', 'in', ['pollfish', 'cpx-research'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  const valuesOf = (preset: string): Record<string, string> => {
    const wall = walls.find((row) => row.preset === preset)
    return wall === undefined ? {} : frameValues(secrets, { ...visitor, wall })
  }
  return { signature: valuesOf('pollfish')['signature'] ?? '', cpxHash: valuesOf('cpx-research')['hash'] ?? '' }
}
