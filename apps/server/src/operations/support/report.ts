import { availableParallelism, freemem, release, totalmem } from 'node:os'
import { diskSpace } from '#features/admin/system/disk.ts'
import { type Env, EnvError, readEnv } from '#kernel/env.ts'
import { openSession, type Session } from '#kernel/postgres/session.ts'
import { explainFailure } from '#kernel/startup-error.ts'
import { openSite } from '#server/operations/commands/command.ts'
import { lineOf, lookAtAll } from '#server/operations/doctor/look.ts'
import { databaseFacts, siteFacts } from './database-facts.ts'
import { hideQuotes, variablesOf } from './without-secrets.ts'

/**
 * What somebody who helps the owner has to know of a site, as JSON: no secret, nobody’s name, email or IP address, no
 * payment. What cannot be read says why, so that a site that does not start has a report too.
 */
export const supportReport = async (source: NodeJS.ProcessEnv, now: Date): Promise<string> => {
  const findings = await lookAtAll()
  const env = readOrUndefined(source)
  const report = {
    madeAt: now.toISOString(),
    versions: { runnel: env?.version ?? 'unknown', node: process.version, system: `${process.platform} ${release()}` },
    machine: {
      architecture: process.arch,
      cores: availableParallelism(),
      memory: totalmem(),
      freeMemory: freemem(),
      disk: env && (await diskSpace(env.DATA_DIR).catch(explainFailure)),
    },
    variables: variablesOf(source),
    doctor: findings.map(lineOf),
    ...(env && (await factsOf(env))),
  }
  const hide = hideQuotes({ ...source, DATA_DIR: env?.DATA_DIR })
  const text = JSON.stringify(report, (_name, value: unknown) => (typeof value === 'string' ? hide(value) : value), 2)
  return `${text}\n`
}

const readOrUndefined = (source: NodeJS.ProcessEnv): Env | undefined => {
  try {
    return readEnv(source)
  } catch (error) {
    if (error instanceof EnvError) return undefined
    throw error
  }
}

const factsOf = async (env: Env): Promise<object> => {
  try {
    const site = await openSite(env)
    const session = await openSession({ url: site.url, name: 'runnel support' }).catch(async (error: unknown) => {
      await site.stop()
      throw error
    })
    try {
      return { database: await orWhyNot(databaseFacts, session), site: await orWhyNot(siteFacts, session) }
    } finally {
      await session.close()
      await site.stop()
    }
  } catch (error) {
    return { database: explainFailure(error) }
  }
}

const orWhyNot = (read: (session: Session) => Promise<object>, session: Session): Promise<object | string> =>
  read(session).catch(explainFailure)
