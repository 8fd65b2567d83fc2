import { openSession } from '#kernel/postgres/session.ts'

/** The job's own name, so that backups made by hand count as well. */
export const BACKUP_JOB = 'site.back-up'

/** What the overview shows of a backup that went well. */
export const noteOf = ({ place, bytes }: { place: string; bytes: number }): string =>
  `${(bytes / 1e6).toFixed(1)} MB: ${place}`

/** Writes down that a backup was made by hand. */
export const noteBackup = async (input: { url: string; now: Date; place: string; bytes: number }): Promise<void> => {
  const session = await openSession({ url: input.url, name: 'runnel backup' })
  try {
    await session.query(
      `INSERT INTO job_runs (name, last_run_at, ok, note) VALUES ($1, $2, true, $3)
       ON CONFLICT (name) DO UPDATE SET last_run_at = $2, ok = true, note = $3`,
      [BACKUP_JOB, input.now, noteOf(input).slice(0, 300)],
    )
  } finally {
    await session.close()
  }
}
