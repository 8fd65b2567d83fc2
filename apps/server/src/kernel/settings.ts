import { defaults, type Settings, Settings as SettingsSchema, secretSettings } from '@runnel/contract/settings/settings'
import * as z from 'zod/mini'
import { openSharedCache, type SharedCache } from '#kernel/cache/shared-cache.ts'
import type { Db, Read, Tx } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import type { Secrets } from '#kernel/secrets.ts'

/** The settings as every node has them in memory: read without waiting, renewed when any node changes one. */
export interface SettingsStore extends SharedCache<Settings> {
  /** Writes changed settings; they count everywhere once the transaction has committed and `announce` ran. */
  readonly save: (tx: Tx, changes: Partial<Settings>, now: Date) => Promise<void>
}

/** Opens the settings: reads them once and listens for changes by other nodes. */
export const openSettings = async (deps: { db: Db; secrets: Secrets; log: Log }): Promise<SettingsStore> => {
  const { db, secrets, log } = deps
  const read = (): Promise<Settings> => readSettings(db.read, secrets)
  const cache = await openSharedCache({ db, log, channel: 'runnel_settings', name: 'the settings', read })
  return { ...cache, save: (tx, changes, now) => writeSettings({ tx, secrets, changes, now }) }
}

const isSecret = (name: string): boolean => secretSettings.some((secret) => secret === name)

/** As they are stored, with the secrets empty: for who only looks and may not have the key. */
export const readSettingsUnopened = (db: Read): Promise<Settings> => readSettings(db, { open: () => '' })

const readSettings = async (db: Read, secrets: Pick<Secrets, 'open'>): Promise<Settings> => {
  const rows = await db.selectFrom('settings').select(['name', 'value']).execute()
  const stored = Object.fromEntries(
    rows.map(({ name, value }) => [name, isSecret(name) ? (secrets.open(String(value)) ?? '') : value]),
  )
  const whole = z.safeParse(SettingsSchema, { ...defaults, ...stored })
  if (whole.success) return whole.data
  // A value that an older version stored and this one no longer takes falls back to its default.
  const wrong = new Set(whole.error.issues.map((issue) => String(issue.path[0])))
  return z.parse(SettingsSchema, {
    ...defaults,
    ...Object.fromEntries(Object.entries(stored).filter(([name]) => !wrong.has(name))),
  })
}

interface WriteSettingsInput {
  readonly tx: Tx
  readonly secrets: Secrets
  readonly changes: Partial<Settings>
  readonly now: Date
}

const writeSettings = async ({ tx, secrets, changes, now }: WriteSettingsInput): Promise<void> => {
  for (const [name, value] of Object.entries(changes)) {
    const stored = JSON.stringify(isSecret(name) && value !== '' ? secrets.seal(String(value)) : value)
    await tx
      .insertInto('settings')
      .values({ name, value: stored, updated_at: now })
      .onConflict((row) => row.column('name').doUpdateSet({ value: stored, updated_at: now }))
      .execute()
  }
}
