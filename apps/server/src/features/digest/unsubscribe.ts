import type { Locale } from '@runnel/contract/locale'
import { setDigestRate } from '#features/user/user.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db, Read } from '#kernel/db.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

interface UnsubscribeDeps {
  readonly db: Db
  readonly clock: Clock
  readonly secrets: Secrets
}

/** Whoever a mailed link belongs to. */
export interface DigestReader {
  readonly id: string
  readonly locale: Locale | null
}

/** Undefined for a link that is made up or too old, or whose user is gone. It changes nothing. */
export const findDigestReader = async (
  { db, clock, secrets }: UnsubscribeDeps,
  token: string,
): Promise<DigestReader | undefined> => {
  const userId = readUnsubscribeToken(secrets, token, clock())
  return userId === undefined ? undefined : readerOf(db.read, userId)
}

const readerOf = (db: Read, userId: string): Promise<DigestReader | undefined> =>
  db
    .selectFrom('users')
    .select(['id', 'locale'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Ends the summary of whoever the link belongs to; a second time it says yes as well. */
export const endDigest = async (deps: UnsubscribeDeps, token: string): Promise<DigestReader | undefined> => {
  const reader = await findDigestReader(deps, token)
  if (reader === undefined) return undefined
  await deps.db.write((tx) => setDigestRate(tx, { userId: reader.id, rate: 'never', now: deps.clock() }))
  return reader
}
