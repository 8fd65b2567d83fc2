import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { root } from '#scripts/root.mjs'
import { Failed, quiet } from '#scripts/step.mjs'

/** The longest a start may take, with all that a new version does to the database. */
const PATIENCE_MS = 600_000

/** The site as it is started here: by its service, or by the owner, who starts it again afterwards. */
export const openSite = async ({ service }) => {
  const file = join(root, '.env')
  const written = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  // A service does not see what is set in the shell of whoever upgrades it.
  const env = { ...written, ...(service ? await environmentOf(service) : process.env) }
  env.DATA_DIR = resolve(root, env.DATA_DIR || 'data')
  const url = `http://${hostOf(env)}:${env.PORT || 3000}/readyz`
  let wasHeard = false
  const answers = () =>
    fetch(url).then(
      ({ ok }) => {
        wasHeard = true
        return ok
      },
      () => false,
    )
  const site = service ? managed(service) : launched(env)
  return {
    ...site,
    service,
    env,
    options: existsSync(file) ? ['--env-file=.env'] : [],
    owner: ownerOf(env.DATA_DIR),
    answers,
    /** Starts the site and waits until it serves. One that the owner starts is stopped again. */
    prove: async () => {
      wasHeard = false
      await site.start()
      await waitUntil({ answers, isGone: site.isGone }).catch((error) => {
        // Jobs start once it listens; what never did has paid nobody, unless it runs where nobody asks.
        throw Object.assign(error, { mayHavePaid: wasHeard || error.isLate === true })
      })
      if (!service) await site.stop()
    },
  }
}

const managed = (service) => ({
  start: () => systemctl('start', service),
  stop: () => systemctl('stop', service),
  // A unit that is about to be started again is not active.
  isGone: () =>
    systemctl('is-active', '--quiet', service).then(
      () => false,
      () => true,
    ),
})

const systemctl = (...args) => quiet('systemctl', args)

const environmentOf = async (service) => {
  const text = await quiet('systemctl', ['show', '--property=Environment', '--value', service])
  return Object.fromEntries(
    text
      .trim()
      .split(/\s+/)
      .filter(Boolean)
      .map((pair) => [pair.split('=')[0], pair.slice(pair.indexOf('=') + 1)]),
  )
}

const launched = (env) => {
  let child
  return {
    start: async () => {
      child = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
        cwd: root,
        env,
        stdio: 'inherit',
        ...ownerOf(env.DATA_DIR),
      })
    },
    stop: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
    isGone: async () => child.exitCode !== null || child.signalCode !== null,
  }
}

/** Root must not leave files behind that the site cannot use. */
const ownerOf = (dataDir) => {
  if (process.getuid?.() !== 0 || !existsSync(dataDir)) return {}
  const { uid, gid } = statSync(dataDir)
  return uid === 0 ? {} : { uid, gid }
}

const hostOf = ({ HOST = '' }) =>
  ['', '0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST

const waitUntil = async ({ answers, isGone }) => {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await answers())) {
    if (await isGone()) throw new Failed('it exited; its output is above.')
    if (Date.now() > deadline) {
      const late = new Failed(`it didn’t respond to /readyz within ${PATIENCE_MS / 1000} s.`)
      throw Object.assign(late, { isLate: true })
    }
    await new Promise((done) => setTimeout(done, 100))
  }
}
