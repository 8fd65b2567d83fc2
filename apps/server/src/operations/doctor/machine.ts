import { existsSync, readFileSync, statSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStorage } from '#adapters/storage/storage.ts'
import { diskSpace, diskState } from '#features/admin/system/disk.ts'
import type { Env } from '#kernel/env.ts'
import { fingerprintOf } from '#kernel/key/fingerprint.ts'
import { createLog } from '#kernel/log.ts'
import type { Session } from '#kernel/postgres/session.ts'
import { createSecrets, keyFileOf } from '#kernel/secrets.ts'
import { explainFailure } from '#kernel/startup-error.ts'
import { holdPort } from '#server/hold-port.ts'
import { type Finding, good, megabytes, mind, wrong } from './finding.ts'

export const lookAtDisk = async (env: Pick<Env, 'DATA_DIR'>): Promise<Finding[]> => {
  const about = 'disk'
  try {
    await access(env.DATA_DIR, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return [wrong(about, `${env.DATA_DIR} isn’t writable: change its owner to the user that runs Runnel.`)]
  }
  const { free } = await diskSpace(env.DATA_DIR)
  const state = diskState(free)
  if (state === 'critical')
    return [wrong(about, `Only ${megabytes(free)} are free: free up space before the site stops.`)]
  if (state === 'low') return [mind(about, `Only ${megabytes(free)} are free: free up space soon.`)]
  return [good(about, `${megabytes(free)} are free at ${env.DATA_DIR}.`)]
}

/** Holds the key against the fingerprint in the database; reads only, and makes none. */
export const lookAtKey = async (env: Pick<Env, 'DATA_DIR' | 'SECRET_KEY'>, session: Session): Promise<Finding[]> => {
  const about = 'key'
  const path = keyFileOf(env.DATA_DIR)
  const [known] = await session.query<{ fingerprint: Buffer }>('SELECT fingerprint FROM key_fingerprint')
  const key = env.SECRET_KEY ?? (existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined)
  if (key === undefined) return [wrong(about, `The key is missing: restore ${path}, or set SECRET_KEY.`)]
  if (known !== undefined && !known.fingerprint.equals(fingerprintOf(createSecrets(key)))) {
    return [wrong(about, 'The key doesn’t belong to this database: set SECRET_KEY or restore secret.key.')]
  }
  const isOpen = env.SECRET_KEY === undefined && (statSync(path).mode & 0o077) !== 0
  if (isOpen) return [mind(about, `Other users of this machine can read ${path}: run chmod 600 on it.`)]
  return [good(about, 'The key belongs to this database.')]
}

const ASK_MS = 5_000

/** The status, and by how many seconds the clock there differs from ours. */
const ask = async (address: string): Promise<{ status: number; awaySeconds: number } | undefined> => {
  const answer = await fetch(address, { signal: AbortSignal.timeout(ASK_MS), redirect: 'manual' }).catch(
    () => undefined,
  )
  if (answer === undefined) return undefined
  await answer.body?.cancel()
  const date = Date.parse(answer.headers.get('date') ?? '')
  return { status: answer.status, awaySeconds: Number.isNaN(date) ? 0 : Math.abs(date - Date.now()) / 1_000 }
}

/** Whether the port is ours to take, or this site has it already. */
export const lookAtPort = async (env: Pick<Env, 'HOST' | 'PORT'>): Promise<Finding[]> => {
  const about = 'port'
  try {
    const release = await holdPort(env)
    await release()
    return [good(about, `${env.HOST}:${env.PORT} is free; the site isn’t running here.`)]
  } catch (error) {
    const host = env.HOST === '0.0.0.0' || env.HOST === '::' ? '127.0.0.1' : env.HOST
    const answer = await ask(`http://${host.includes(':') ? `[${host}]` : host}:${env.PORT}/healthz`)
    if (answer?.status === 200) return [good(about, `The site answers at ${env.HOST}:${env.PORT}.`)]
    return [wrong(about, explainFailure(error))]
  }
}

const AWAY_SECONDS = 5

export const lookAtAddress = async (env: Pick<Env, 'PUBLIC_URL' | 'TRUST_PROXY'>): Promise<Finding[]> => {
  const about = 'address'
  const { protocol, hostname } = new URL(env.PUBLIC_URL)
  if (/^(localhost|127\.|\[::1\]|0\.0\.0\.0)/.test(hostname)) {
    return [mind(about, 'PUBLIC_URL works only on this machine: set it to the site’s public URL.')]
  }
  const found: Finding[] = []
  if (protocol === 'http:') found.push(wrong(about, 'PUBLIC_URL isn’t https: put a proxy with a certificate in front.'))
  if (protocol === 'https:' && env.TRUST_PROXY === 'false') {
    found.push(mind(about, 'TRUST_PROXY is false: behind a proxy, all visitors share one IP address; set it to 1.'))
  }
  const answer =
    (await ask(`${env.PUBLIC_URL}/healthz`)) ?? (await sleep(500).then(() => ask(`${env.PUBLIC_URL}/healthz`)))
  if (answer === undefined)
    found.push(mind(about, `${env.PUBLIC_URL} doesn’t answer from here: check DNS and the proxy.`))
  else if (answer.status !== 200) {
    found.push(wrong(about, `${env.PUBLIC_URL}/healthz answers ${answer.status}: the proxy doesn’t forward to Runnel.`))
  } else if (answer.awaySeconds > AWAY_SECONDS) {
    found.push(
      wrong('clock', `The clock differs from that of ${hostname} by ${Math.round(answer.awaySeconds)} s: use NTP.`),
    )
  }
  return found.length > 0 ? found : [good(about, `${env.PUBLIC_URL} answers.`)]
}

export const lookAtStorage = async (env: Env): Promise<Finding[]> => {
  if (env.STORAGE_URL === undefined) return []
  return openStorage(env, createLog('silent')).then(
    () => [good('storage', 'The bucket of STORAGE_URL is accessible.')],
    (error: unknown) => [wrong('storage', explainFailure(error))],
  )
}
