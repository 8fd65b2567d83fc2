import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#scripts/free-port.mjs'
import { Failed } from '#scripts/step.mjs'
import { cases } from './cases.mjs'
import { makeModel } from './clone.mjs'

/** The longest a start may take on a busy machine, an installation of all packages included. */
const patienceMilliseconds = 240_000

/** What `npm start` prints on its way: steps of installing and building, and the log. */
const isProgress = (line) => /^([→✔✖{>]|npm (warn|notice)|$)/.test(line)

/**
 * Starts the site from clean clones of what is committed, as machines differ: closed folders, other users, no
 * capabilities. Each start serves its first page, or ends with one sentence that says what to do.
 */
export const testFreshMachines = async ({ filters, total }) => {
  const base = mkdtempSync(join(tmpdir(), 'runnel-fresh-'))
  chmodSync(base, 0o755)
  const model = join(base, 'model')
  const chosen = cases.filter(({ name }) => filters.every((word) => name.includes(word)))
  const waiting = chosen.map((one, index) => ({ ...one, place: { model, folder: join(base, String(index)) } }))
  const before = total.failed
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await runCase(next, total)
  }
  try {
    await makeModel(model)
    await Promise.all([worker(), worker()])
  } finally {
    rmSync(base, { recursive: true, force: true, maxRetries: 5 })
  }
  if (total.failed > before) throw new Failed(`${total.failed - before} machines failed`)
}

const runCase = async (one, total) => {
  const since = Date.now()
  const seconds = () => `${((Date.now() - since) / 1000).toFixed(1)} s`
  const skipped = one.skip()
  if (skipped) {
    console.log(`- ${one.name} (skipped: ${skipped})`)
    return
  }
  try {
    mkdirSync(one.place.folder)
    const site = await one.machine(one.place)
    const told = await (one.says ? refusal(site, one) : firstPage(site))
    total.passed++
    console.log(`✔ ${one.name} (${seconds()})${told}`)
  } catch (error) {
    total.failed++
    console.log(`✖ ${one.name} (${seconds()})\n${error.message.trimEnd().replace(/^/gm, '    ')}`)
  }
}

/** Starts the site and opens its first page; afterwards neither it nor its database may be left. */
const firstPage = async (site) => {
  const port = await freePort()
  const start = launch(site, port)
  try {
    const page = await answer(`http://127.0.0.1:${port}/`, start)
    if (page.status !== 200 || !page.text.includes('<title>')) {
      throw new Error(`The first page is ${page.status}:\n${page.text.slice(0, 500)}`)
    }
  } finally {
    start.stop()
    await start.ended
  }
  if (start.code() !== 0) throw new Error(`It stopped with ${start.code()}:\n${start.output()}`)
  return ''
}

const answer = async (url, start) => {
  const deadline = Date.now() + patienceMilliseconds
  while (Date.now() < deadline) {
    if (start.hasEnded()) throw new Error(`It does not start:\n${start.output()}`)
    const response = await fetch(url).catch(() => undefined)
    if (response) return { status: response.status, text: await response.text() }
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`It does not answer:\n${start.output()}`)
}

/** Starts the site where it cannot run: the last word must be one sentence, and the code a failure. */
const refusal = async (site, { says: expected, isPortTaken = false }) => {
  const taken = await listen()
  if (!isPortTaken) await release(taken)
  const start = launch(site, taken.port)
  const timer = setTimeout(start.stop, patienceMilliseconds)
  await start.ended
  clearTimeout(timer)
  if (isPortTaken) await release(taken)
  const lines = start.output().split('\n')
  const words = lines.filter((line) => !isProgress(line))
  if (start.code() === 0 || words.length !== 1 || !expected.test(words[0])) {
    throw new Error(`Expected one line like ${expected} and a failure, not ${start.code()} and:\n${start.output()}`)
  }
  return `\n    says: ${words[0]}`
}

const launch = ({ at, umask = '022', prefix = [], env }, port) => {
  const [command, ...args] = [...prefix, '/bin/sh', '-c', `umask ${umask} && exec npm start`]
  const child = spawn(command, args, {
    cwd: at,
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let code
  const keep = (chunk) => {
    output += chunk
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  child.once('error', (error) => keep(error.message))
  const ended = once(child, 'close').then(([exitCode]) => {
    code = exitCode
  })
  return {
    ended: ended.catch(() => undefined),
    hasEnded: () => code !== undefined,
    code: () => code,
    output: () => output.trimEnd(),
    stop: () => child.kill('SIGTERM'),
  }
}

const listen = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: server.address().port }
}

const release = async ({ server }) => {
  server.close()
  await once(server, 'close')
}
