import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { database, type Embedded, startEmbedded, urlOf } from './postgres.ts'
import { readTrace } from './process.ts'
import { openSession } from './session.ts'

/** The built-in database of a folder: that of the Runnel which runs on it, or else started for the caller alone. */
export const joinEmbedded = async (dataDir: string): Promise<Embedded & { readonly isShared: boolean }> => {
  const url = await urlOfRunning(dataDir)
  if (url !== undefined) return { url, stop: async () => undefined, isShared: true }
  return { ...(await startEmbedded({ dataDir, log: () => undefined })), isShared: false }
}

const urlOfRunning = async (dataDir: string): Promise<string | undefined> => {
  const trace = await readTrace(join(dataDir, 'postgres'))
  const password = await readFile(join(dataDir, 'postgres.password'), 'utf8').catch(() => '')
  if (trace === undefined || password === '') return undefined
  const url = urlOf({ password: password.trim(), endpoint: trace.endpoint }, database)
  return openSession({ url, waitSeconds: 5 }).then(
    (session) => session.close().then(() => url),
    () => undefined,
  )
}
