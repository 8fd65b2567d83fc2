import { secretsOfAddress } from '@runnel/contract/settings/secrets-of-address'
import { defaults, secretSettings, Settings } from '@runnel/contract/settings/settings'
import * as z from 'zod/mini'
import { oneAtATime } from '#guard/approval/limits.ts'
import { A_SECRET, countAdmins, isSealed, requestApproval } from '#guard/approval/rules.ts'
import { auditAll, byCaller } from '#kernel/audit.ts'
import type { WriteContext } from '#kernel/context.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { assert, refuseField } from '#kernel/refusal.ts'
import type { Secrets } from '#kernel/secrets.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { requireFreshProof } from '#kernel/step-up.ts'
import { listOf, say } from '#kernel/words/say.ts'
import { refuseContradictions } from './contradictions.ts'
import { sanitizeLogo } from './logo.ts'
import { checkSettingChanges } from './setting-changes.ts'

/** Settings as they may leave the server: a secret is empty, and `secretsSet` tells whether there is one. */
export const settingsView = (settings: Settings) => ({
  settings: withoutSecrets(settings),
  defaults,
  secretsSet: secretSettings.filter((name) => settings[name] !== ''),
})

export const withoutSecrets = (settings: Settings): Settings => ({
  ...settings,
  ...Object.fromEntries(secretSettings.map((name) => [name, ''])),
})

type SaveContext = Pick<WriteContext, 'tx' | 'settings' | 'caller' | 'visitor' | 'now' | 'afterCommit'>

export interface SaveSettingsDeps {
  readonly store: SettingsStore
  /** Keeps a secret that waits for another admin. */
  readonly secrets: Secrets
}

/**
 * Saves the settings that are given and differ, and writes an audit row for each. A secret that is left out stays as
 * it is; an empty one is removed. What it gives holds secrets. What takes a fresh proof, and what waits for a second
 * admin while two are asked for, the guards of the contract say; the rest is saved.
 */
export const saveSettings = async (
  context: WriteContext,
  { store, secrets, given }: SaveSettingsDeps & { given: Partial<Settings> },
): Promise<{ after: Settings; changed: number; proposed: number }> => {
  const { tx, settings, now } = context
  await oneAtATime(context)
  const wanted = given.site_logo === undefined ? given : { ...given, site_logo: cleanLogo(given.site_logo) }
  const names = changedNames(settings, wanted)
  const all = { ...settings, ...wanted }
  const { needsProof, waits, gains } = await checkSettingChanges(context, { before: settings, after: all, names })
  if (needsProof) refuseUnproved(context)
  const whole = { ...all, ...removedSecrets(settings, wanted, names) }
  await refuseContradictions(tx, { before: settings, settings: whole, now })
  if (all.four_eyes && !settings.four_eyes) await refuseAlone(tx)
  const loose = names.filter((name) => waits.has(name))
  const waiting = new Set([...loose, ...typedWith(loose, wanted)])
  if (waiting.size > 0) {
    const payload = Object.fromEntries([...waiting].map((name) => [name, sealedValue(secrets, name, all[name])]))
    const reason = say('owner.settings.exceedsWhatOneAdmin')
    await requestApproval(context, { kind: 'setting.save', user_id: null, ref: null, amount: null, reason, payload })
  }
  const alone = names.filter((name) => !waiting.has(name))
  // Until the rest is approved, what is saved at once stands beside what was there.
  if (waiting.size > 0)
    await refuseContradictions(tx, { before: settings, settings: { ...settings, ...picked(wanted, alone) }, now })
  const after = await apply(context, { store, wanted, names: alone, gains })
  return { after, changed: alone.length, proposed: waiting.size }
}

/** The secrets that were typed again with an address that waits, also where they are the same ones. */
const typedWith = (names: readonly (keyof Settings)[], wanted: Partial<Settings>): (keyof Settings)[] =>
  Object.entries(secretsOfAddress)
    .filter(([address]) => names.some((name) => name === address))
    .flatMap(([, secrets]) => [...secrets])
    .filter((secret) => (wanted[secret] ?? '') !== '')

const isSecret = (name: string): boolean => secretSettings.some((secret) => secret === name)

const sealedValue = (secrets: Secrets, name: string, value: unknown): unknown =>
  isSecret(name) ? { sealed: secrets.seal(String(value)) } : value

interface ApplyInput {
  readonly store: SettingsStore
  readonly wanted: Partial<Settings>
  readonly names: readonly (keyof Settings)[]
  /** What each lets a user get, where one admin decides alone; unset where two do. */
  readonly gains?: ReadonlyMap<keyof Settings, number>
}

const apply = async (context: SaveContext, { store, wanted, names, gains }: ApplyInput): Promise<Settings> => {
  const { tx, settings, now, afterCommit } = context
  const removed = removedSecrets(settings, wanted, names)
  const changes = { ...picked(wanted, names), ...removed }
  const after = { ...settings, ...changes }
  await store.save(tx, changes, now)
  await auditAll(
    tx,
    changedNames(settings, changes).map((name) => ({
      ...byCaller(context),
      action: 'setting.save',
      target: name,
      before: shown(settings, name),
      after: shown(after, name),
      gain: gains === undefined ? null : (gains.get(name) ?? 0),
    })),
  )
  if (names.length > 0) afterCommit(() => store.announce())
  return after
}

const picked = (wanted: Partial<Settings>, names: readonly (keyof Settings)[]): Partial<Settings> =>
  Object.fromEntries(names.map((name) => [name, wanted[name]]))

/** The stored secrets that go with the address for which they were typed, unless they are typed again with another. */
const removedSecrets = (
  settings: Settings,
  wanted: Partial<Settings>,
  names: readonly (keyof Settings)[],
): Partial<Settings> =>
  Object.fromEntries(
    Object.entries(secretsOfAddress)
      .filter(([address]) => names.some((name) => name === address))
      .flatMap(([, secrets]) => [...secrets])
      .filter((secret) => settings[secret] !== '' && (wanted[secret] ?? '') === '')
      .map((secret) => [secret, '']),
  )

/** What was proposed, as its bounds are today; secrets are sealed. */
const Proposed = z.partial(Settings)

/** Saves what another admin proposed, as far as it still differs. */
export const applyProposed = async (
  context: SaveContext,
  { store, secrets, payload }: SaveSettingsDeps & { readonly payload: object },
): Promise<void> => {
  const { tx, settings, now } = context
  const opened = Object.entries(payload).map(([name, value]: [string, unknown]) => [
    name,
    isSealed(value) ? secrets.open(value.sealed) : value,
  ])
  const wanted = z.parse(Proposed, Object.fromEntries(opened))
  const names = changedNames(settings, wanted)
  const whole = { ...settings, ...wanted, ...removedSecrets(settings, wanted, names) }
  await refuseContradictions(tx, { before: settings, settings: whole, now })
  await apply(context, { store, wanted, names })
}

/** Names of settings of which a change waits for a second admin. */
export const pendingSettings = async (db: Read, now: Date): Promise<string[]> => {
  const acts = await db
    .selectFrom('pending_acts')
    .select('payload')
    .where('kind', '=', 'setting.save')
    .where('state', '=', 'pending')
    .where('expires_at', '>', now)
    .execute()
  return [...new Set(acts.flatMap(({ payload }) => Object.keys(payload)))]
}

export const textOfProposed = (payload: object): string => {
  const changes = Object.entries(payload).map(([name, value]: [string, unknown]) =>
    say('owner.settings.change', {
      name,
      value: isSealed(value) ? say('owner.settings.aSecret') : JSON.stringify(value),
    }),
  )
  return say('owner.settings.set', { changes: listOf(changes) })
}

// The settings' type has exactly these keys, which `Object.keys` cannot know.
const settingNames = Object.keys(defaults) as (keyof Settings)[]

const changedNames = (settings: Settings, wanted: Partial<Settings>): (keyof Settings)[] =>
  settingNames.filter(
    (name) => wanted[name] !== undefined && JSON.stringify(wanted[name]) !== JSON.stringify(settings[name]),
  )

const refuseUnproved = ({ caller, now }: Pick<WriteContext, 'caller' | 'now'>): void => {
  assert(caller !== undefined, 'settings are saved by somebody')
  requireFreshProof({ caller, now })
}

/** A value for the audit log, which must never hold a secret. */
const shown = (settings: Settings, name: keyof Settings): unknown => {
  if (!isSecret(name)) return settings[name]
  return settings[name] === '' ? '(none)' : A_SECRET
}

const cleanLogo = (svg: string): string => {
  if (svg.trim() === '') return ''
  return sanitizeLogo(svg) ?? refuseField('site_logo', 'BAD_LOGO', say('owner.settings.logoMustSvgFile'))
}

/** Who has nobody to ask would wait for ever. */
const refuseAlone = async (tx: Tx): Promise<void> => {
  if ((await countAdmins(tx)) >= 2) return
  const msg = say('owner.settings.twoPersonApprovalNeeds')
  refuseField('four_eyes', 'ONE_ADMIN', msg)
}
