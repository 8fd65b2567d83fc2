import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'

/*
 * Proves that the simulator finds what it is for: each patch of `bugs/` is a deliberate bug. It is applied to a copy of
 * the sources, never to this checkout, and the simulator looks for it there. All but two have to be found.
 */

const { values } = parseArgs({
  options: {
    /** How long one bug is looked for. */
    minutes: { type: 'string', default: '5' },
    /** Only those whose names hold this. */
    only: { type: 'string', default: '' },
    /** How many are looked for at the same time. */
    jobs: { type: 'string', default: '1' },
  },
})

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '..', '..', '..')
const folder = join(import.meta.dirname, 'bugs')
const MISSED_AT_MOST = 2
const STEPS_OF_A_SEED = '1500'

interface Found {
  readonly name: string
  /** What the patch says that it breaks. */
  readonly says: string
  readonly seconds: number
  readonly steps: number
  /** Undefined: it was not found. */
  readonly seed: string | undefined
  readonly invariant: string
}

/** The sources with one bug in them; nothing of it is shared with this checkout but the packages. */
const copyWith = async (patch: string): Promise<string> => {
  const copy = mkdtempSync(join(tmpdir(), 'runnel-bug-'))
  const isSource = (path: string): boolean => !/\/(node_modules|dist|data|\.git)$/.test(path)
  for (const part of ['apps/server', 'packages/contract']) {
    cpSync(join(root, part), join(copy, part), { recursive: true, filter: isSource })
  }
  const modules = join(copy, 'node_modules')
  mkdirSync(join(modules, '@runnel'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@runnel') symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  for (const [name, part] of [
    ['contract', 'packages/contract'],
    ['server', 'apps/server'],
  ] as const) {
    symlinkSync(join(copy, part), join(modules, '@runnel', name))
  }
  await run('git', ['apply', patch], { cwd: copy })
  numberMigration(join(copy, 'apps/server/migrations'))
  return copy
}

/** A bug in SQL comes as the migration 9999, and runs behind the last one that there is. */
const numberMigration = (migrations: string): void => {
  const names = readdirSync(migrations).toSorted()
  if (names.at(-1) !== '9999-bug.sql') return
  const number = String(names.length).padStart(4, '0')
  renameSync(join(migrations, '9999-bug.sql'), join(migrations, `${number}-bug.sql`))
}

const children = new Set<ChildProcess>()
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill('SIGTERM')
    process.exit(1)
  })
}

const simulate = (copy: string, name: string): Promise<string> => {
  const options = ['--prefix', `${name}-`, '--minutes', values.minutes, '--steps', STEPS_OF_A_SEED]
  const args = [join(copy, 'apps/server/simulate/main.ts'), ...options, '--shrink-seconds', '0']
  const child = spawn(process.execPath, args, { cwd: copy, stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => void (text += chunk.toString()))
  return new Promise((ended) =>
    child.on('close', () => {
      children.delete(child)
      ended(text)
    }),
  )
}

const findBug = async (file: string): Promise<Found> => {
  const name = basename(file, '.patch')
  const [first = ''] = readFileSync(join(folder, file), 'utf8').split('\n')
  const begun = Date.now()
  const copy = await copyWith(join(folder, file))
  const text = await simulate(copy, name).finally(() => rmSync(copy, { recursive: true, force: true }))
  const seconds = Math.round((Date.now() - begun) / 1_000)
  const [, seed, invariant = '', steps = '0'] = /^seed (\S+) broke (\S+) after (\d+) steps/m.exec(text) ?? []
  if (!/^seed /m.test(text)) console.error(`${name} did not run:\n${text.slice(-2_000)}`)
  return { name, says: first.replace(/^# /, ''), seconds, steps: Number(steps), seed, invariant }
}

const line = ({ name, says, seconds, steps, seed, invariant }: Found): string => {
  const outcome = seed === undefined ? 'NOT FOUND' : `${invariant} at step ${steps} of seed ${seed}`
  return `${name.padEnd(26)} ${String(seconds).padStart(4)} s  ${outcome.padEnd(60)} ${says}`
}

const files = globSync('*/*.patch', { cwd: folder }).filter((name) => name.includes(values.only))
const results: Found[] = []
const waiting = [...files]
const work = async (): Promise<void> => {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const found = await findBug(file)
    results.push(found)
    console.log(line(found))
  }
}
await Promise.all(Array.from({ length: Number(values.jobs) }, work))
const missed = results.filter(({ seed }) => seed === undefined)
console.log(`${results.length - missed.length} of ${results.length} bugs were found.`)
process.exitCode = missed.length > MISSED_AT_MOST ? 1 : 0
