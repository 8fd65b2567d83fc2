import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import * as z from 'zod/mini'
import { eachHost, isDatabaseUrl } from '#kernel/postgres/hosts.ts'
import { StartupError } from '#kernel/startup-error.ts'

const port = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d{1,5}$/)), z.transform(Number)),
  z.int().check(z.maximum(65_535)),
)
const percent = z.pipe(port, z.int().check(z.maximum(1_000)))
const address = z.string().check(z.regex(/^https?:\/\/[^\s/]+$/))

/** As its sentence says: a number of proxies, or their addresses and networks. */
const isProxies = (text: string): boolean =>
  /^(true|false|\d{1,2})$/.test(text) ||
  text.split(',').every((one) => {
    const part = one.trim()
    return part.includes('/') ? ipaddr.isValidCIDR(part) : ipaddr.isValid(part) && !/^\d+$/.test(part)
  })

const Environment = z.object({
  NODE_ENV: z._default(z.enum(['production', 'development', 'test']), 'development'),
  PORT: z._default(port, 3000),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), 'data'),
  DATABASE_URL: z.optional(z.string().check(z.refine(isDatabaseUrl))),
  DATABASE_READ_URL: z.optional(z.string().check(z.refine((url) => isDatabaseUrl(url) && eachHost(url).length === 1))),
  DATABASE_POOL: z._default(z.pipe(port, z.int().check(z.minimum(2), z.maximum(500))), 8),
  PROCESSES: z._default(z.string().check(z.regex(/^(auto|[1-9]|[1-5]\d|6[0-4])$/)), '1'),
  PUBLIC_URL: z.optional(address),
  TRUST_PROXY: z._default(z.string().check(z.refine(isProxies)), 'false'),
  ADMIN_USERNAME: z._default(z.string().check(z.regex(/^[a-z0-9_]{3,20}( *, *[a-z0-9_]{3,20}){0,9}$/)), 'admin'),
  MODERATOR_USERNAME: z.optional(z.string().check(z.regex(/^[a-z0-9_]{3,20}$/))),
  SECRET_KEY: z.optional(z.string().check(z.minLength(32))),
  NEW_KEY: z._default(z.enum(['true', 'false']), 'false'),
  OWN_CAPTCHA: z._default(z.enum(['true', 'false']), 'false'),
  PRIVATE_HOSTS: z._default(
    z
      .string()
      .check(z.regex(/^(\[[\da-fA-F:]+\]|[\w.-]+)(:\d{1,5})?( *, *(\[[\da-fA-F:]+\]|[\w.-]+)(:\d{1,5})?){0,49}$|^$/)),
    '',
  ),
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\//))),
  MAIL_FROM: z.optional(z.string().check(z.regex(/@/))),
  DKIM_SELECTOR: z.optional(z.string().check(z.regex(/^[a-z0-9]([a-z0-9._-]{0,61}[a-z0-9])?$/i))),
  STORAGE_URL: z.optional(z.string().check(z.regex(/^https?:\/\/[^\s/?#@]+(\/[\w.-]+)*\/?$/))),
  STORAGE_REGION: z.optional(z.string().check(z.regex(/^[a-z0-9-]{2,40}$/))),
  STORAGE_ACCESS_KEY: z.optional(z.string().check(z.regex(/^\S{3,200}$/))),
  STORAGE_SECRET_KEY: z.optional(z.string().check(z.regex(/^\S{8,300}$/))),
  BACKUP_TO: z.optional(z.string().check(z.minLength(1))),
  BACKUP_PASSPHRASE: z.optional(z.string().check(z.minLength(12))),
  BACKUP_HOURS: z._default(z.pipe(port, z.int().check(z.maximum(720))), 0),
  BACKUP_KEEP: z._default(z.pipe(port, z.int().check(z.minimum(1), z.maximum(1_000))), 14),
  GUEST_CPU_PERCENT: z._default(percent, 20),
  MEMBER_CPU_PERCENT: z._default(percent, 15),
  METRICS_TOKEN: z.optional(z.string().check(z.regex(/^\S{16,200}$/))),
  RUNNEL_DEMO: z._default(z.enum(['true', 'false']), 'false'),
  TEST_WORK_COST: z._default(z.enum(['full', 'cheap']), 'full'),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
})

/** The names of all variables that the server reads. */
export const environmentNames: readonly string[] = Object.keys(Environment.def.shape)

/** One clear sentence for each variable that can be wrong. */
const sentences: Record<string, string> = {
  NODE_ENV: 'NODE_ENV must be production, development or test.',
  PORT: 'PORT must be a whole number from 0 to 65535.',
  HOST: 'HOST must be an address to listen on, such as 127.0.0.1 or 0.0.0.0.',
  DATA_DIR: 'DATA_DIR must be a folder.',
  DATABASE_URL:
    'DATABASE_URL must be a URL such as postgres://name:password@127.0.0.1:5432/runnel, with commas between hosts.',
  DATABASE_READ_URL:
    'DATABASE_READ_URL must be a URL of one host, such as postgres://name:password@127.0.0.1:5432/runnel.',
  DATABASE_POOL: 'DATABASE_POOL must be a whole number from 2 to 500.',
  PROCESSES: 'PROCESSES must be auto or a whole number from 1 to 64.',
  PUBLIC_URL: 'PUBLIC_URL must be the site’s URL without a path, such as https://example.com.',
  TRUST_PROXY: 'TRUST_PROXY must be true, false, a number of proxies, or a list of their addresses.',
  ADMIN_USERNAME:
    'ADMIN_USERNAME must have 3 to 20 characters from a-z, 0-9 and _; separate several names with commas.',
  MODERATOR_USERNAME: 'MODERATOR_USERNAME must have 3 to 20 characters from a-z, 0-9 and _.',
  SECRET_KEY: 'SECRET_KEY must have at least 32 characters.',
  NEW_KEY: 'NEW_KEY must be true or false.',
  OWN_CAPTCHA: 'OWN_CAPTCHA must be true or false.',
  PRIVATE_HOSTS: 'PRIVATE_HOSTS must be hosts of your own network, separated by commas, such as 127.0.0.1:8332.',
  SMTP_URL: 'SMTP_URL must start with smtp:// or smtps://.',
  MAIL_FROM: 'MAIL_FROM must be an email address.',
  DKIM_SELECTOR: 'DKIM_SELECTOR must be the name of a DKIM key, such as s1.',
  STORAGE_URL: 'STORAGE_URL must be a bucket URL without keys in it, such as https://s3.example.com/bucket.',
  STORAGE_REGION: 'STORAGE_REGION must be the name of a region, such as eu-central-1.',
  STORAGE_ACCESS_KEY: 'STORAGE_ACCESS_KEY must have 3 to 200 characters and no spaces.',
  STORAGE_SECRET_KEY: 'STORAGE_SECRET_KEY must have 8 to 300 characters and no spaces.',
  BACKUP_TO: 'BACKUP_TO must be a folder, or storage for the bucket of STORAGE_URL.',
  BACKUP_PASSPHRASE: 'BACKUP_PASSPHRASE must have at least 12 characters.',
  BACKUP_HOURS: 'BACKUP_HOURS must be a whole number from 0 to 720.',
  BACKUP_KEEP: 'BACKUP_KEEP must be a whole number from 1 to 1000.',
  GUEST_CPU_PERCENT: 'GUEST_CPU_PERCENT must be a whole number from 0 to 1000.',
  MEMBER_CPU_PERCENT: 'MEMBER_CPU_PERCENT must be a whole number from 0 to 1000.',
  METRICS_TOKEN: 'METRICS_TOKEN must have 16 to 200 characters and no spaces.',
  RUNNEL_DEMO: 'RUNNEL_DEMO must be true or false.',
  TEST_WORK_COST: 'TEST_WORK_COST must be full or cheap.',
  LOG_LEVEL: 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent.',
}

export type Env = ReturnType<typeof readEnv>

/** Thrown with every sentence at once, so that the owner repairs all in one go. */
export class EnvError extends StartupError {}

/** Reads and checks the environment. Empty variables count as unset. */
export const readEnv = (source: Readonly<Record<string, string | undefined>>) => {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = z.safeParse(Environment, given)
  if (!parsed.success) {
    const names = new Set(parsed.error.issues.map((issue) => String(issue.path[0])))
    throw new EnvError([...names].map((name) => sentences[name] ?? `${name} is wrong.`).join('\n'))
  }
  const env = parsed.data
  const problem = workProblem(env) ?? addressProblem(env) ?? storageProblem(env) ?? backupProblem(env)
  if (problem !== undefined) throw new EnvError(problem)
  const [first = '', ...others] = new Set(env.ADMIN_USERNAME.split(/ *, */))
  return {
    ...env,
    ADMIN_USERNAME: first,
    /** One is the rule; some acts may be set up to need two. */
    adminUsernames: [first, ...others],
    /** Providers in a private network that may be called, such as a node of the owner's own. */
    privateHosts: env.PRIVATE_HOSTS.toLowerCase()
      .split(/ *, */)
      .filter((host) => host !== ''),
    /** How many processes serve requests; `auto`: one for each core. */
    processes: env.PROCESSES === 'auto' ? Math.min(64, availableParallelism()) : Number(env.PROCESSES),
    DATA_DIR: resolve(env.DATA_DIR),
    BACKUP_TO: env.BACKUP_TO === undefined || env.BACKUP_TO === 'storage' ? env.BACKUP_TO : resolve(env.BACKUP_TO),
    PUBLIC_URL: env.PUBLIC_URL ?? `http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${env.PORT}`,
    version: packageVersion(),
  }
}

/** What can be run with, but should not: one sentence each, for the log at the start. */
export const warningsOf = ({ TRUST_PROXY }: Pick<Env, 'TRUST_PROXY'>): readonly string[] =>
  TRUST_PROXY === 'true'
    ? ['TRUST_PROXY=true lets every visitor forge their IP address: set it to the number of your proxies.']
    : []

/** Passwords hashed cheaply are guessed, and cheap work stops no program: nothing but a test may ask for that. */
const workProblem = (env: z.infer<typeof Environment>): string | undefined =>
  env.TEST_WORK_COST === 'cheap' && env.NODE_ENV !== 'test'
    ? 'TEST_WORK_COST=cheap is only for tests: it needs NODE_ENV=test.'
    : undefined

/** Nobody can open a link to every address of a machine. */
const addressProblem = ({ HOST, PUBLIC_URL }: z.infer<typeof Environment>): string | undefined =>
  PUBLIC_URL === undefined && (HOST === '0.0.0.0' || HOST === '::')
    ? `PUBLIC_URL must be set if HOST is ${HOST}: the site’s URL, such as https://example.com.`
    : undefined

/** What is wrong with the variables of the storage taken together. */
const storageProblem = (env: z.infer<typeof Environment>): string | undefined => {
  const { STORAGE_URL: url, STORAGE_ACCESS_KEY: accessKey, STORAGE_SECRET_KEY: secretKey } = env
  const hasBoth = accessKey !== undefined && secretKey !== undefined
  if (url === undefined) {
    const hasNone = accessKey === undefined && secretKey === undefined && env.STORAGE_REGION === undefined
    return hasNone ? undefined : 'STORAGE_URL must be set if other storage variables are set.'
  }
  if (!hasBoth) return 'STORAGE_URL needs STORAGE_ACCESS_KEY and STORAGE_SECRET_KEY.'
  if (url.startsWith('https://') || isNear(new URL(url).hostname)) return undefined
  return 'STORAGE_URL must start with https://, unless the storage is in your own network.'
}

/** A bucket is another's machine: what lies there is closed. */
const backupProblem = (env: z.infer<typeof Environment>): string | undefined => {
  if (env.BACKUP_TO !== 'storage') return undefined
  if (env.STORAGE_URL === undefined) return 'BACKUP_TO=storage needs STORAGE_URL.'
  return env.BACKUP_PASSPHRASE === undefined ? 'BACKUP_TO=storage needs BACKUP_PASSPHRASE.' : undefined
}

const isNear = (host: string): boolean =>
  /^[a-z0-9-]+$|^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\.[\d.]+$|^\[(::1|f[cd])/.test(host)

const packageVersion = (): string => {
  const text = readFileSync(new URL(import.meta.resolve('@runnel/server/package.json')), 'utf8')
  return String(JSON.parse(text).version)
}
