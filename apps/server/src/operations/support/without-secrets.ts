import { secretSettings, type Settings, settingRows, defaults } from '@runnel/contract/settings/settings'
import { environmentNames } from '#kernel/env.ts'

type Source = Readonly<Record<string, string | undefined>>

/** What these hold says nothing about people and opens nothing. */
const plain = new Set([
  'NODE_ENV',
  'PORT',
  'DATABASE_POOL',
  'PROCESSES',
  'TRUST_PROXY',
  'NEW_KEY',
  'OWN_CAPTCHA',
  'STORAGE_REGION',
  'BACKUP_HOURS',
  'BACKUP_KEEP',
  'GUEST_CPU_PERCENT',
  'MEMBER_CPU_PERCENT',
  'RUNNEL_DEMO',
  'LOG_LEVEL',
])

/** Our variables that are set: the plain ones with their value, of the others only that they are. */
export const variablesOf = (source: Source): Record<string, string> =>
  Object.fromEntries(
    environmentNames
      .filter((name) => source[name] !== undefined && source[name] !== '')
      .map((name) => [name, plain.has(name) ? String(source[name]) : 'is set']),
  )

/**
 * The settings that differ from those of a new site. Numbers, switches and choices have their value; a text or a list
 * may name somebody or hold a key, so of these only that they are changed.
 */
export const changedSettings = (stored: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(stored)
      .filter(([name, value]) => name in defaults && !isSame(value, defaults[name as keyof Settings]))
      .map(([name, value]) => [name, isPlain(name as keyof Settings, value) ? value : 'is changed']),
  )

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const isPlain = (name: keyof Settings, value: unknown): boolean => {
  if (secretSettings.some((secret) => secret === name)) return false
  if (typeof value === 'number' || typeof value === 'boolean') return true
  return settingRows[name].schema._zod.def.type === 'enum'
}

/** What a message of another program may quote: people’s and machines’ addresses, links, and anything like a key. */
const quoted: readonly (readonly [RegExp, string])[] = [
  [/[\w.+%-]+@[\w-]+(\.[\w-]+)+/g, '[email]'],
  [/\b[a-z][a-z+.-]*:\/\/[^\s"')]+/gi, '[url]'],
  [/\b\d{1,3}(\.\d{1,3}){3}(:\d+)?\b/g, '[ip]'],
  [/(?<![\w:.])(?:(?:[\da-f]{1,4}:){3,7}[\da-f]{1,4}|(?:[\da-f]{1,4}:){1,6}(?::[\da-f]{1,4}){1,6})(?!\w)/gi, '[ip]'],
  // Names of tables, jobs and migrations are words with underscores.
  [/\b(?=\w*\d)(?![a-z_]+(?:_\d+)*\b)(?!\d{4}-[a-z])[A-Za-z0-9_-]{24,}\b/g, '[key]'],
]

/** Takes out of any text what it should not tell whoever reads it: values of our variables, addresses and keys. */
export const hideQuotes = (source: Source): ((text: string) => string) => {
  const known = Object.entries(variablesOf(source))
    .filter(([name, shown]) => shown === 'is set' && !isWord(source[name] ?? ''))
    .flatMap(([name]) => partsOf(source[name] ?? '').map((part) => [part, `[${name}]`] as const))
    // The longest first: one value may hold another.
    .toSorted(([one], [other]) => other.length - one.length)
  return (text) => {
    const ours = known.reduce((rest, [part, name]) => rest.replaceAll(part, name), text)
    return quoted.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), ours)
  }
}

/** `BACKUP_TO=storage`, `ADMIN_USERNAME=admin`: words that stand everywhere. */
const isWord = (value: string): boolean => /^(storage|admin)$/.test(value)

/** A URL’s host and credentials may be quoted alone, as they are or as they were written. */
const partsOf = (value: string): string[] => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const parts = [
    value,
    url?.host,
    url?.hostname,
    url?.username,
    url?.password,
    value.split('@').at(-1)?.replace('>', ''),
  ]
  return parts
    .flatMap((part) => (part === undefined ? [] : [part, decoded(part)]))
    .filter((part) => part.length >= SHORTEST && !/^[\d.:]+$/.test(part))
}

/** Shorter ones stand in many words; an IP address is known by its look. */
const SHORTEST = 4

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
