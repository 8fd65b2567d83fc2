import { locationOf } from '#kernel/postgres/hosts.ts'
import { openSession, type Session } from '#kernel/postgres/session.ts'
import { StartupError } from '#kernel/startup-error.ts'
import type { BooksTotals } from '#money/reconcile.ts'
import { type LoadInput, loadSite } from './load.ts'
import { markMoved } from './moved.ts'
import { type Manifest, openSnapshot, rowsOf } from './snapshot.ts'

interface MoveInput extends Pick<LoadInput, 'dir' | 'tell'> {
  readonly from: string
  readonly to: string
  readonly about: Pick<Manifest, 'version' | 'site'>
}

/**
 * Copies a site into an empty database, and marks the one that it leaves before the copy is committed: wherever this is
 * interrupted, no two databases are left that a site would pay from.
 */
export const moveSite = async ({ from, to, about, dir, tell }: MoveInput): Promise<BooksTotals> => {
  const [source, target] = [await openSession({ url: from }), await openSession({ url: to, name: 'runnel move' })]
  try {
    await refuseOld(target)
    const manifest = await openSnapshot(source, { ...about, at: new Date().toISOString() })
    const finish = async (): Promise<void> => {
      // An interrupted move has left its mark, which the copy has too.
      await target.query('DELETE FROM moved_to')
      // The snapshot is read to its end: what follows is seen by whoever starts on the old database.
      await source.query('COMMIT')
      await markMoved(source, { to: locationOf(to), now: new Date() })
    }
    return await loadSite(target, { manifest, dir, rows: tablesOf(source, manifest), tell, finish })
  } finally {
    await Promise.all([source.close(), target.close()])
  }
}

const refuseOld = async (target: Session): Promise<void> => {
  const [row] = await target.query<{ number: number }>(`SELECT current_setting('server_version_num')::int AS number`)
  if ((row?.number ?? 0) < 150_000) throw new StartupError('Runnel needs PostgreSQL 15 or newer.')
}

const tablesOf = async function* (source: Session, manifest: Manifest) {
  for (const table of manifest.tables) yield { table, rows: rowsOf(source, table) }
}
