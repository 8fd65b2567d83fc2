import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '#kernel/processes/free-port.ts'
import { until } from '#test/waiting.ts'

/** A real server in a process of its own, as `npm start` runs it. */
export interface ServerProcess {
  readonly address: string
  readonly child: ChildProcess
  /** What it wrote so far: its log and what it told the person at the terminal. */
  readonly printed: () => string
  /** Kills without warning and waits until the process is gone. */
  readonly kill: () => Promise<void>
  /** Asks to stop, as a service manager does, and returns the exit code. */
  readonly stop: () => Promise<number | null>
}

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const heapOptions = ['--max-semi-space-size=4', '--heap-growing-percent=20', '--no-maglev']
const compileCache = fileURLToPath(new URL('../../../../node_modules/.cache/runnel/compiled', import.meta.url))

/** Starts a server and resolves once it answers; throws what it printed when it does not come up. */
export const startServer = async (env: Readonly<Record<string, string>>, program = main): Promise<ServerProcess> => {
  const port = await freePort()
  // The options of `npm start` (scripts/serve.mjs), so that a benchmark measures what owners run.
  const child = spawn(process.execPath, [...heapOptions, program], {
    // Nothing of the surroundings but what a program needs to run at all.
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_COMPILE_CACHE: compileCache,
      MALLOC_ARENA_MAX: '2',
      MIMALLOC_ALLOW_THP: '0',
      DISABLE_SYSTEM_FONTS_LOAD: '1',
      PORT: String(port),
      LOG_LEVEL: 'warn',
      // A benchmark measures what owners run; a test does not wait for password hashes and pictures.
      ...(process.env['VITEST'] !== undefined && { NODE_ENV: 'test', TEST_WORK_COST: 'cheap' }),
      // Everybody calls from one address here, and far more often than people do.
      GUEST_CPU_PERCENT: '0',
      MEMBER_CPU_PERCENT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const note = (bytes: Buffer): void => void (printed += bytes.toString())
  child.stdout.on('data', note)
  child.stderr.on('data', note)
  const address = `http://127.0.0.1:${port}`
  const gone = once(child, 'exit')
  let answer: unknown
  const ending = (): unknown => child.exitCode ?? child.signalCode
  const isDecided = async (): Promise<boolean> => {
    answer = await askReady(address)
    return answer === 200 || ending() !== null
  }
  const log = (): string => `${String(answer)}\n${printed}`
  await until('the start of the server', isDecided, { log }).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  if (answer !== 200) throw new Error(`the server did not come up and ended (${ending()}):\n${printed.slice(-4_000)}`)
  return {
    address,
    child,
    printed: () => printed,
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
    stop: async () => {
      child.kill('SIGTERM')
      const [code] = (await gone) as [number | null]
      return code
    },
  }
}

/** Its status, or why there is none. */
const askReady = (address: string): Promise<unknown> =>
  fetch(`${address}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof Error ? (error.cause ?? error) : error),
  )
