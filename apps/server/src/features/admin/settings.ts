import { secretsOfAddress } from '@runnel/contract/secrets-of-address'
import { defaults, secretSettings, Settings } from '@runnel/contract/settings'
import * as z from 'zod/mini'

import type { WriteContext } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { assert, refuseField } from '#kernel/refusal.ts'
import type { SettingsRoom } from '#kernel/settings.ts'
import { requireFreshProof } from '#kernel/step-up.ts'

import { auditAll, byCaller } from './audit.ts'
import { sanitizeLogo } from './logo.ts'
import { adminsOf, loosening, propose } from './proposals.ts'

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

type Saving = Pick<WriteContext, 'tx' | 'settings' | 'caller' | 'visitor' | 'now' | 'afterCommit'>

/**
 * Saves the settings that are given and differ, and writes an audit row for each. A secret that is left out stays as
 * it is; an empty one is removed. What it gives holds secrets. While two admins are asked for, what would let one act
 * alone is proposed to the other, and the rest is saved.
 */
export const saveSettings = async (
  context: WriteContext,
  { room, given }: { room: SettingsRoom; given: Partial<Settings> },
): Promise<{ after: Settings; changed: number; proposed: number }> => {
  const { tx, settings } = context
  const wanted = given.site_logo === undefined ? given : { ...given, site_logo: cleanLogo(given.site_logo) }
  const names = changedNames(settings, wanted)
  if (names.some(isDangerous)) refuseUnproved(context)
  const all = { ...settings, ...wanted }
  refuseContradictions({ ...all, ...removedSecrets(settings, wanted, names) })
  if (all.four_eyes && !settings.four_eyes) await refuseAlone(tx)
  const loose = await loosening(tx, { before: settings, after: all, names })
  if (loose.length > 0) {
    const payload = Object.fromEntries(loose.map((name) => [name, all[name]]))
    const reason = 'It would let one admin do more alone.'
    await propose(context, { kind: 'setting.save', user_id: null, ref: null, amount: null, reason, payload })
  }
  const alone = names.filter((name) => !loose.includes(name))
  const after = await apply(context, { room, wanted, names: alone })
  return { after, changed: alone.length, proposed: loose.length }
}

interface Applying {
  readonly room: SettingsRoom
  readonly wanted: Partial<Settings>
  readonly names: readonly (keyof Settings)[]
}

const apply = async (context: Saving, { room, wanted, names }: Applying): Promise<Settings> => {
  const { tx, settings, now, afterCommit } = context
  const removed = removedSecrets(settings, wanted, names)
  const changes = { ...Object.fromEntries(names.map((name) => [name, wanted[name]])), ...removed }
  const after = { ...settings, ...changes }
  await room.save(tx, changes, now)
  await auditAll(
    tx,
    changedNames(settings, changes).map((name) => ({
      ...byCaller(context),
      action: 'setting.save',
      target: name,
      before: shown(settings, name),
      after: shown(after, name),
    })),
  )
  if (names.length > 0) afterCommit(() => room.announce())
  return after
}

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

/** What was proposed, as its bounds are today; none of it is a secret. */
const Proposed = z.partial(Settings)

/** Saves what another admin proposed, as far as it still differs. */
export const applyProposed = async (
  context: Saving,
  { room, payload }: { readonly room: SettingsRoom; readonly payload: object },
): Promise<void> => {
  const { settings } = context
  const wanted = z.parse(Proposed, payload)
  const names = changedNames(settings, wanted)
  refuseContradictions({ ...settings, ...wanted, ...removedSecrets(settings, wanted, names) })
  await apply(context, { room, wanted, names })
}

export const wordsOfProposed = (payload: object): string => {
  const parts = Object.entries(payload).map(([name, value]) => `${name} to ${JSON.stringify(value)}`)
  return `Set ${parts.join(', ')}.`
}

// The settings' type has exactly these keys, which `Object.keys` cannot know.
const settingNames = Object.keys(defaults) as (keyof Settings)[]

const changedNames = (settings: Settings, wanted: Partial<Settings>): (keyof Settings)[] =>
  settingNames.filter(
    (name) => wanted[name] !== undefined && JSON.stringify(wanted[name]) !== JSON.stringify(settings[name]),
  )

/** What decides where money comes from and goes to, what it is worth, how much of it alone, and who is let in. */
const DANGEROUS = [
  /^(payout_|withdraw_|deposit_|exchange_|rate_|site_currency|outflow_|daily_budgets|risk_)/,
  /^(captcha_|google_|two_step_|four_eyes)/,
]

const isDangerous = (name: keyof Settings): boolean =>
  DANGEROUS.some((part) => part.test(name)) || secretSettings.some((secret) => secret === name)

const refuseUnproved = ({ caller, now }: Pick<WriteContext, 'caller' | 'now'>): void => {
  assert(caller !== undefined, 'settings are saved by somebody')
  requireFreshProof({ caller, now })
}

/** A value for the audit log, which must never hold a secret. */
const shown = (settings: Settings, name: keyof Settings): unknown => {
  if (!secretSettings.some((secret) => secret === name)) return settings[name]
  return settings[name] === '' ? '(none)' : '(a secret)'
}

const cleanLogo = (svg: string): string => {
  if (svg.trim() === '') return ''
  return sanitizeLogo(svg) ?? refuseField('site_logo', 'BAD_LOGO', 'The logo must be an SVG picture.')
}

/** Who has nobody to ask would wait for ever. */
const refuseAlone = async (tx: Tx): Promise<void> => {
  if ((await adminsOf(tx)) >= 2) return
  const msg = 'Acts can wait for a second admin only where there are two: name both in ADMIN_USERNAME.'
  refuseField('four_eyes', 'ONE_ADMIN', msg)
}

/** What each setting alone allows, but together locks people out. */
const refuseContradictions = ({
  captcha_provider: provider,
  captcha_site_key: key,
  captcha_secret: secret,
}: Settings) => {
  if (provider === 'own') return
  if (key === '') refuseField('captcha_site_key', 'CAPTCHA_KEY_MISSING', 'Enter the site key of this captcha provider.')
  if (secret === '')
    refuseField('captcha_secret', 'CAPTCHA_SECRET_MISSING', 'Enter the secret of this captcha provider.')
}
