import { withDatabase } from '#kernel/postgres/hosts.ts'
import { openSession, quoteName, type Session } from '#kernel/postgres/session.ts'

/** What a database says of itself: nothing yet, somebody's real site, or made up to the end or not. */
export type DatabaseMarker = 'empty' | 'foreign' | 'half made' | { readonly madeAt: string }

const HALF = 'runnel demo: half made'
const MADE = 'runnel demo: made '

/** The mark is the database's own comment, so that no copy, move or restored folder can part them. */
export const readMarker = (url: string): Promise<DatabaseMarker> =>
  inside(url, async (session) => {
    const [row] = await session.query<{ comment: string | null; tables: number }>(
      `SELECT shobj_description(oid, 'pg_database') AS comment,
        (SELECT count(*)::integer FROM pg_tables WHERE schemaname = 'public') AS tables
       FROM pg_database WHERE datname = current_database()`,
    )
    const comment = row?.comment ?? ''
    if (comment.startsWith(MADE)) return { madeAt: comment.slice(MADE.length) }
    if (comment === HALF) return 'half made'
    return row?.tables === 0 ? 'empty' : 'foreign'
  })

export const writeMarker = (url: string, state: Exclude<DatabaseMarker, 'empty' | 'foreign'>): Promise<void> =>
  inside(url, async (session) => {
    const text = state === 'half made' ? HALF : `${MADE}${state.madeAt}`
    await session.query(`COMMENT ON DATABASE ${quoteName(nameOf(url))} IS '${text.replaceAll("'", "''")}'`)
  })

/** Throws the made-up database away and leaves an empty one in its place. */
export const clear = async (url: string): Promise<void> => {
  const found = await readMarker(url)
  if (found === 'foreign') throw new Error('a database that is not made up is never cleared')
  const name = quoteName(nameOf(url))
  await inside(withDatabase(url, 'postgres'), async (session) => {
    await session.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await session.query(`CREATE DATABASE ${name}`)
  })
}

const nameOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1))

const inside = async <T>(url: string, work: (session: Session) => Promise<T>): Promise<T> => {
  const session = await openSession({ url, name: 'runnel demo' })
  return work(session).finally(() => session.close())
}
