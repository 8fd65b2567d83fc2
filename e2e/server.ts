import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@runnel/server/src/kernel/processes/free-port.ts'

/** The server of this run, as `npm start` would run it. */
export interface Server {
  readonly address: string
  /** What it printed for the person at the terminal. */
  readonly printed: () => string
  /** Errors of its own that it logged, each told once. */
  readonly takeErrors: () => string[]
  readonly stop: () => Promise<void>
}

const main = fileURLToPath(import.meta.resolve('@runnel/server/src/main.ts'))
/** Advertised pages, as the server sees them. */
const pages = new URL('server-net.ts', import.meta.url).href
/** Catches only a server that never comes. */
const startMs = 240_000
/** Pino's number for an error; 60 is fatal. */
const errorLevel = 50

/** Everybody calls from one address here, and faster than people do. */
const usual = { LOG_LEVEL: 'error', GUEST_CPU_PERCENT: '0', MEMBER_CPU_PERCENT: '0' }

/**
 * Starts the real server in a process of its own and waits until it serves. With a name of its host the site knows
 * itself by that name.
 */
export const startServer = async (env: Readonly<Record<string, string>>, host?: string): Promise<Server> => {
  const port = await freePort()
  const address = `http://${host ?? '127.0.0.1'}:${port}`
  const named = host === undefined ? {} : { PUBLIC_URL: address }
  const child = spawn(process.execPath, ['--import', pages, main], {
    // Nothing of the surroundings but what a program needs to run at all.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: String(port), ...named, ...usual, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const gone = once(child, 'exit')
  // However this run ends, it leaves no server behind.
  process.once('exit', () => child.kill('SIGKILL'))
  let printed = ''
  let errors: string[] = []
  const note = (bytes: Buffer): void => {
    printed += bytes.toString()
    errors.push(...bytes.toString().split('\n').filter(isError))
  }
  child.stdout.on('data', note)
  child.stderr.on('data', note)
  const until = Date.now() + startMs
  while (!(await isReady(address))) {
    const ended = child.exitCode ?? child.signalCode
    if (ended !== null || Date.now() > until) {
      child.kill('SIGKILL')
      const why = ended === null ? `within ${startMs / 1_000} seconds` : `and ended (${ended})`
      throw new Error(`The server did not come up ${why}:\n${printed}`)
    }
    await pause(50)
  }
  return {
    address,
    printed: () => printed,
    takeErrors: () => {
      const taken = errors
      errors = []
      return taken
    },
    stop: async () => {
      child.kill('SIGTERM')
      await Promise.race([gone, pause(15_000, undefined, { ref: false })])
      child.kill('SIGKILL')
    },
  }
}

const isError = (line: string): boolean => {
  try {
    const { level }: { level?: unknown } = JSON.parse(line)
    return typeof level === 'number' && level >= errorLevel
  } catch {
    return false
  }
}

const isReady = (address: string): Promise<boolean> =>
  fetch(`${address}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )
