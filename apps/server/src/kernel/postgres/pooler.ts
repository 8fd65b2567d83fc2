import { StartupError } from '#kernel/startup-error.ts'
import { openSession, type Session } from './session.ts'

/** A pooler may hand out its connections in turn, so that two visits can look right by chance. */
const VISITS = 3

/**
 * Refuses a pooler that lends its connections for one transaction at a time (PgBouncer's transaction mode): jobs, live
 * updates and prepared statements need a connection of their own. Behind one, a connection that does nothing for a
 * moment has lent its place to another.
 */
export const refusePooler = async (url: string): Promise<void> => {
  const [one, other] = [
    await openSession({ url, name: 'runnel start' }),
    await openSession({ url, name: 'runnel start' }),
  ]
  try {
    if (!(await sharesPlaces(one, other))) return
    throw new StartupError(
      'DATABASE_URL points to a connection pooler in transaction mode, which breaks jobs and prepared statements: ' +
        'connect to the database directly, or use the pooler’s session mode.',
    )
  } finally {
    await Promise.all([one.close(), other.close()])
  }
}

export const sharesPlaces = async (one: Pick<Session, 'query'>, other: Pick<Session, 'query'>): Promise<boolean> => {
  const before = await placeOf(one)
  for (let visit = 0; visit < VISITS; visit += 1) {
    await other.query('BEGIN')
    const [theirs, mine] = [await placeOf(other), await placeOf(one)]
    await other.query('COMMIT')
    if (theirs === before || mine !== before || (await placeOf(one)) !== before) return true
  }
  return false
}

const placeOf = async (session: Pick<Session, 'query'>): Promise<number | undefined> =>
  (await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid
