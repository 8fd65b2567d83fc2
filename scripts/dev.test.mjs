import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { freePort } from './free-port.mjs'
import { root } from './root.mjs'

/** Catches only what never comes: both servers start from nothing, on a machine that runs other tests. */
const patienceMilliseconds = 300_000

test('npm run dev serves the site with its API, and ends both servers', { timeout: patienceMilliseconds }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'runnel-dev-'))
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, LANG: 'C.UTF-8', DATA_DIR: join(folder, 'data'), PORT: String(await freePort()) }
  const child = spawn(process.execPath, ['scripts/run.mjs', 'dev'], { cwd: root, env })
  const ended = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += stripVTControlCharacters(chunk.toString())
    })
  }
  try {
    const site = () => /Local: +(http:\S+?)[/]?\n/.exec(output)?.[1] ?? 'http://127.0.0.1:1'
    const get = (path) => fetch(site() + path).catch(() => undefined)
    // Vite passes these calls on to the server of the API.
    const answers = async (path) => (await get(path))?.status
    await expect.poll(() => answers('/api/site'), { timeout: patienceMilliseconds - 20_000, interval: 250 }).toBe(200)
    expect(await (await get('/login')).text()).toContain('src/main.tsx')
  } catch (error) {
    throw new Error(`${error.message}\n${output}`, { cause: error })
  } finally {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  await expect(fetch(`http://127.0.0.1:${env.PORT}/healthz`)).rejects.toThrow()
})
