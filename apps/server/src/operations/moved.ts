import { openSession, type Session } from '#kernel/postgres/session.ts'
import { StartupError } from '#kernel/startup-error.ts'

/** Marks a database that its site has left, so that nobody pays from both. */
export const markMoved = async (session: Session, { to, now }: { to: string; now: Date }): Promise<void> => {
  await session.query(
    `INSERT INTO moved_to (location, at) VALUES ($1, $2)
     ON CONFLICT (only_one) DO UPDATE SET location = $1, at = $2`,
    [to, now],
  )
}

/** Refuses to start on a database that its site has left, unless for the place that it moved to. */
export const refuseMoved = async (url: string, { except }: { readonly except?: string } = {}): Promise<void> => {
  const session = await openSession({ url, name: 'runnel start' })
  try {
    const [moved] = await session.query<{ location: string; at: Date }>('SELECT location, at FROM moved_to')
    if (moved === undefined || moved.location === except) return
    const day = moved.at.toISOString().slice(0, 10)
    const where = `This site moved to ${moved.location} on ${day}`
    throw new StartupError(
      `${where}, and two sites would pay twice: set DATABASE_URL to that database. If it is empty, the move was ` +
        'interrupted: run npm run move-data again with the same URL.',
    )
  } finally {
    await session.close()
  }
}
