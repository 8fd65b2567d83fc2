import type { HappyHour, Settings } from '@runnel/contract/settings'
import type { SettingName } from './setting-names.ts'

/** The settings as a form holds them: what is a number in the contract is text while somebody types it. */
export type Draft = {
  [Name in SettingName]: Settings[Name] extends boolean
    ? boolean
    : Settings[Name] extends readonly HappyHour[]
      ? HappyHour[]
      : string
}

export function draftOf(settings: Settings): Draft {
  const entries = Object.entries(settings).map(([name, value]) => [name, asText(value)])
  // Each value became what `Draft` says of its type.
  return Object.fromEntries(entries) as Draft
}

function asText(value: Settings[SettingName]): string | boolean | HappyHour[] {
  return typeof value === 'number' ? String(value) : value
}

/** Only what differs from what is saved, as the contract wants it; text that is no number stays what it is. */
export function changesOf(draft: Draft, saved: Settings): Partial<Settings> {
  const before = draftOf(saved)
  const names = namesOf(saved).filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(before[name]))
  return Object.fromEntries(names.map((name) => [name, readAs(draft[name], saved[name])]))
}

/** The names of the settings; the type has exactly these keys, which `Object.keys` cannot know. */
export function namesOf(settings: Partial<Settings>): SettingName[] {
  return Object.keys(settings) as SettingName[]
}

function readAs(value: Draft[SettingName], like: Settings[SettingName]): unknown {
  if (typeof like !== 'number' || typeof value !== 'string') return value
  return wholeNumber(value)
}

/** A whole number that was typed; what is none becomes NaN, which every schema refuses. */
export function wholeNumber(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : NaN
}
