import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { trySmtp } from '#adapters/mail/smtp.ts'
import { type Env, EnvError, readEnv, warningsOf } from '#kernel/env.ts'
import { openSession } from '#kernel/postgres/session.ts'
import { explainFailure } from '#kernel/startup-error.ts'
import { migrationsDir, openSite } from '#server/operations/commands/command.ts'
import { lookAtServer, lookAtSite } from './database.ts'
import { type Finding, good, mind, wrong } from './finding.ts'
import { lookAtAddress, lookAtDisk, lookAtKey, lookAtPort, lookAtStorage } from './machine.ts'
import { type Dns, lookAtSenderDns } from './sender-dns.ts'

const signs = { good: 'ok     ', mind: 'warning', wrong: 'error  ' } as const

/** As the owner reads it, in one line. */
export const lineOf = ({ mark, about, sentence }: Finding): string =>
  `${signs[mark]}  ${about}: ${sentence.replaceAll('\n', ' ')}`

/** What is wrong with the site of these variables and how to mend it. Changes nothing. */
export const lookAtAll = async (): Promise<Finding[]> => {
  const env = settingsOrSentences()
  if (Array.isArray(env)) return env
  return [
    good('settings', 'All variables are valid.'),
    ...warningsOf(env).map((warning) => mind('settings', warning)),
    ...(await guarded('disk', () => lookAtDisk(env))),
    ...(await guarded('port', () => lookAtPort(env))),
    ...(await guarded('database', () => lookAtDatabase(env))),
    ...(await guarded('address', () => lookAtAddress(env))),
    ...(await guarded('mail', () => lookAtMail(env))),
    ...(await guarded('storage', () => lookAtStorage(env))),
  ]
}

const settingsOrSentences = (): Env | Finding[] => {
  try {
    return readEnv(process.env)
  } catch (error) {
    if (error instanceof EnvError) return error.message.split('\n').map((line) => wrong('settings', line))
    throw error
  }
}

/** One look that fails must not hide the others. */
const guarded = (about: string, look: () => Promise<Finding[]>): Promise<Finding[]> =>
  look().catch((error: unknown) => [wrong(about, explainFailure(error))])

const lookAtDatabase = async (env: Env): Promise<Finding[]> => {
  if (env.DATABASE_URL === undefined && !existsSync(join(env.DATA_DIR, 'postgres'))) {
    return [mind('database', `There is no database in ${env.DATA_DIR} yet: npm start creates it.`)]
  }
  const site = await openSite(env)
  try {
    const session = await openSession({ url: site.url, name: 'runnel doctor' })
    try {
      const found = [
        ...(await lookAtServer(env, { url: site.url, session })),
        ...(await lookAtSite(env, session, migrationsDir)),
      ]
      const hasKey = found.every(({ about, mark }) => about !== 'site' || mark === 'good')
      return hasKey ? [...found, ...(await lookAtKey(env, session))] : found
    } finally {
      await session.close()
    }
  } finally {
    await site.stop()
  }
}

type MailEnv = Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL' | 'DKIM_SELECTOR'>

const lookAtMail = async (env: MailEnv, dns?: Dns): Promise<Finding[]> => {
  if (env.SMTP_URL === undefined)
    return [mind('mail', 'SMTP_URL isn’t set: emails are written to files in DATA_DIR/outbox.')]
  const domain = env.MAIL_FROM?.split('@').at(-1)?.replace(/>.*$/, '').trim() ?? new URL(env.PUBLIC_URL).hostname
  const [refused, records] = await Promise.all([
    trySmtp(env.SMTP_URL),
    lookAtSenderDns({ domain: domain.toLowerCase(), selector: env.DKIM_SELECTOR }, dns),
  ])
  const server =
    refused === undefined
      ? good('mail', 'The SMTP server accepts the login.')
      : wrong(
          'mail',
          `The server of SMTP_URL doesn’t accept the login: check host, port, name and password (${refused}).`,
        )
  return [server, ...records]
}
