import { readFileSync } from 'node:fs'
import { hash, verify } from '@node-rs/argon2'
import { refuseField } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { memoryKibOf } from '#kernel/work-cost.ts'

/** Argon2id at what OWASP names as its least: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456
const COST = { timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string): Promise<string> =>
  hash(password, { ...COST, memoryCost: memoryKibOf(MEMORY_KIB) })

/** Whether a hash was made at another cost than today's. */
export const isOutdated = (passwordHash: string): boolean =>
  !passwordHash.startsWith(`$argon2id$v=19$m=${memoryKibOf(MEMORY_KIB)},t=${COST.timeCost},p=${COST.parallelism}$`)

let decoy: Promise<string> | undefined

/**
 * Whether the password is the one behind the hash. Without a hash it works as long on a decoy and says no, so that
 * the time tells nobody which accounts exist.
 */
export const isPassword = async (passwordHash: string | null | undefined, password: string): Promise<boolean> => {
  decoy ??= hashPassword('nobody has this password')
  const matches = await verify(passwordHash ?? (await decoy), password)
  return matches && passwordHash !== null && passwordHash !== undefined
}

export const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
)

/** What a password must not be made of: who it belongs to. */
export interface Owner {
  readonly username: string
  readonly email: string
}

/** Refuses a password that is guessed first, with a hint how to do better. */
export const refuseWeakPassword = (password: string, owner: Owner): void => {
  const lower = password.toLowerCase()
  const core = coreOf(lower)
  const own = [owner.username, owner.email.toLowerCase(), owner.email.toLowerCase().split('@')[0] ?? '']
  if (own.some((word) => word.length > 2 && (lower === word || core === word || core === coreOf(word)))) {
    refuseWeak(say('user.tooSimilarUsernameEmail'))
  }
  if (isRepetitive(lower)) refuseWeak(say('user.tooManyRepeatedSequential'))
  if (
    commonPasswords.has(lower) ||
    commonPasswords.has(core) ||
    commonPasswords.has(unleet(core)) ||
    commonPasswords.has(unleet(lower))
  ) {
    refuseWeak(say('user.commonPassword'))
  }
}

const refuseWeak = (why: string): never =>
  refuseField('password', 'PASSWORD_WEAK', say('user.useThreeFourUnrelated', { why }))

const AFFIX = 4

/** The word inside a password such as `!!dragon2024`: without at most four signs at either end that are no letters. */
const coreOf = (lower: string): string => {
  const start = /^[^a-z]*/.exec(lower)?.[0].length ?? 0
  const end = /[^a-z]*$/.exec(lower)?.[0].length ?? 0
  return start > AFFIX || end > AFFIX ? lower : lower.slice(start, lower.length - end)
}

const leet: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

const unleet = (lower: string): string => lower.replace(/[013457@$]/g, (sign) => leet[sign] ?? sign)

/** `aaaaaaaa`, `abababab`, `23456789`, `hgfedcba`. */
const isRepetitive = (lower: string): boolean => {
  if (/^(.{1,3})\1+.{0,2}$/u.test(lower)) return true
  const codes = [...lower].map((sign) => sign.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)))
  return steps.size === 1 && [-1, 0, 1].some((step) => steps.has(step))
}
