import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Env, EnvError, readEnv, warningsOf } from '#kernel/env.ts'
import { openSession } from '#kernel/postgres/session.ts'
import { explainFailure } from '#kernel/startup-error.ts'
import { migrationsDir, openSite } from '#server/operations/commands/command.ts'
import { lookAtServer, lookAtSite } from './database.ts'
import { type Finding, good, mind, wrong } from './finding.ts'
import { lookAtAddress, lookAtDisk, lookAtKey, lookAtPort, lookAtStorage } from './machine.ts'
import { adminAddress, lookAtMail, type Owner } from './mail.ts'

const signs = { good: 'ok     ', mind: 'warning', wrong: 'error  ' } as const

/** As the owner reads it, in one line. */
export const lineOf = ({ mark, about, sentence }: Finding): string =>
  `${signs[mark]}  ${about}: ${sentence.replaceAll('\n', ' ')}`

/** What is wrong with the site of these variables and how to mend it. Changes nothing. */
export const lookAtAll = async (): Promise<Finding[]> => {
  const env = settingsOrSentences()
  if (Array.isArray(env)) return env
  const owner: Owner = {}
  return [
    good('settings', 'All variables are valid.'),
    ...warningsOf(env).map((warning) => mind('settings', warning)),
    ...(await guarded('disk', () => lookAtDisk(env))),
    ...(await guarded('port', () => lookAtPort(env))),
    ...(await guarded('database', () => lookAtDatabase(env, owner))),
    ...(await guarded('address', () => lookAtAddress(env))),
    ...(await guarded('mail', () => lookAtMail(env, owner))),
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

/** Notes the address of an admin in `owner`, for the look at the mail server. */
const lookAtDatabase = async (env: Env, owner: Owner): Promise<Finding[]> => {
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
      owner.email = await adminAddress(session)
      const hasKey = found.every(({ about, mark }) => about !== 'site' || mark === 'good')
      return hasKey ? [...found, ...(await lookAtKey(env, session))] : found
    } finally {
      await session.close()
    }
  } finally {
    await site.stop()
  }
}
