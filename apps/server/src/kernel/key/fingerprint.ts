import { existsSync } from 'node:fs'
import type { Env } from '#kernel/env.ts'
import { openSession } from '#kernel/postgres/session.ts'
import { equalBytes, keyFileOf, loadSecrets, type Secrets } from '#kernel/secrets.ts'
import { StartupError } from '#kernel/startup-error.ts'

type Keyed = Pick<Env, 'SECRET_KEY' | 'DATA_DIR' | 'NEW_KEY'>

/**
 * Reads the key of this site and holds it against the fingerprint that the database keeps of it; the first start keeps
 * one. With another key nothing sealed could be read, and two nodes with two keys would refuse each other's work.
 */
export const checkKey = async (env: Keyed, url: string): Promise<void> => {
  const session = await openSession({ url, name: 'runnel key' })
  try {
    if (env.NEW_KEY === 'true') await session.query('DELETE FROM key_fingerprint')
    const [known] = await session.query<Row>('SELECT fingerprint FROM key_fingerprint')
    const isMissing = env.SECRET_KEY === undefined && !existsSync(keyFileOf(env.DATA_DIR))
    // Before one is made: it would be there at the next start, and be the wrong one.
    if (known !== undefined && isMissing) throw new StartupError(`The key of this site is missing: ${whatToDo(env)}`)
    const secrets = loadSecrets({ secretKey: env.SECRET_KEY, dataDir: env.DATA_DIR })
    const mine = fingerprintOf(secrets)
    await session.query('INSERT INTO key_fingerprint (fingerprint) VALUES ($1) ON CONFLICT DO NOTHING', [mine])
    const [row] = await session.query<Row>('SELECT fingerprint FROM key_fingerprint')
    if (row === undefined || !equalBytes(row.fingerprint, mine)) {
      throw new StartupError(`The key isn’t the one used with this database: ${whatToDo(env)}`)
    }
  } finally {
    await session.close()
  }
}

interface Row {
  readonly fingerprint: Buffer
}

/** Says nothing of the key itself. */
export const fingerprintOf = (secrets: Secrets): Buffer => secrets.hmac('fingerprint', 'runnel')

const whatToDo = ({ SECRET_KEY: given, DATA_DIR: dataDir }: Keyed): string =>
  (given === undefined
    ? `restore ${keyFileOf(dataDir)}, or set SECRET_KEY to its content`
    : 'set SECRET_KEY to the same value as on the other nodes') +
  '. If it is lost, start once with NEW_KEY=true: then enter the keys and secrets of payouts, providers, ' +
  'captcha and Google again, and have all users set up two-factor authentication again.'
