import { openSession } from '#kernel/postgres/session.ts'

interface Noted {
  readonly url: string
  readonly now: Date
  readonly place: string
  readonly bytes: number
}

/** Writes down where the newest backup is, whoever made it. */
export const noteBackup = async ({ url, now, place, bytes }: Noted): Promise<void> => {
  const session = await openSession({ url, name: 'runnel backup' })
  try {
    await session.query(
      `INSERT INTO last_backup (made_at, location, bytes) VALUES ($1, $2, $3)
       ON CONFLICT (only_one) DO UPDATE SET made_at = $1, location = $2, bytes = $3`,
      [now, place, bytes],
    )
  } finally {
    await session.close()
  }
}
