import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import type { WriteContext } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'

const NONE = 'none'

/** The id of the last change of a setting: the audit log has each, whoever made it and by whatever way. */
export const settingsVersion = async (db: Read): Promise<string> => {
  const last = await changes(db).select('audit.id').orderBy('audit.id', 'desc').limit(1).executeTakeFirst()
  return last?.id ?? NONE
}

/** Who closed the site for maintenance, and when. */
export const maintainedBy = async (db: Read): Promise<{ by: string | null; since: string | null }> => {
  const last = await changes(db)
    .innerJoin('users', 'users.id', 'audit.actor')
    .select(['users.username', 'audit.at', 'audit.after'])
    .where('audit.target', '=', 'maintenance')
    .orderBy('audit.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.after !== true) return { by: null, since: null }
  return { by: last.username, since: last.at.toISOString() }
}

interface Given {
  /** What the caller had read; who names none saves whatever was changed meanwhile. */
  readonly version: string | undefined
  readonly given: Partial<Settings>
}

/** Refuses to overwrite what somebody changed after the caller had read it, and tells who set it to what. */
export const refuseChangedSince = async (
  { tx }: Pick<WriteContext, 'tx'>,
  { version, given }: Given,
): Promise<void> => {
  // Of two that are sent at once the second sees what the first has saved.
  await sql`SELECT pg_advisory_xact_lock(hashtext('settings'))`.execute(tx)
  if (version === undefined) return
  const since = await changes(tx)
    .innerJoin('users', 'users.id', 'audit.actor')
    .select(['audit.target', 'audit.after', 'users.username'])
    .where('audit.target', 'in', ['', ...Object.keys(given)])
    .$if(version !== NONE, (query) => query.where('audit.id', '>', version))
    .orderBy('audit.id')
    .execute()
  if (since.length === 0) return
  const errors = since.map(({ target, after, username }) => [target, changedText(username, after)])
  refuse('conflict', 'SETTINGS_CHANGED', say('owner.settings.changedMeanwhile'), { errors: Object.fromEntries(errors) })
}

const changes = (db: Read) => db.selectFrom('audit').where('audit.action', '=', 'setting.save')

/** A logo or a list would be no sentence. */
const SHOWN_MOST = 60

const changedText = (by: string, after: unknown) => {
  const value = typeof after === 'string' ? after : JSON.stringify(after)
  const isShort = value !== '' && value.length <= SHOWN_MOST && typeof after !== 'object'
  return isShort ? say('owner.settings.changedTo', { by, value }) : say('owner.settings.changedBy', { by })
}
