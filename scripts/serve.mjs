import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundledNode, program, root } from './root.mjs'

const main = 'apps/server/src/main.ts'
const lifeline = pathToFileURL(join(root, 'scripts', 'lifeline.mjs')).href

/** One Ctrl-C arrives from the terminal and again from npm; a second one after this time is meant. */
const sameSignalMilliseconds = 2000

/** A small nursery, a heap close to what lives in it, one compiler less: much memory saved for little speed. */
const heapOptions = ['--max-semi-space-size=4', '--heap-growing-percent=20', '--no-maglev']

/**
 * Code that was compiled once is kept, so that later starts need no TypeScript compiler in memory. The allocators of C
 * and of the drawing library take less than they like to. The pictures hold no text, so no font is loaded for them.
 * Together about a sixth of the memory.
 */
const thriftyEnv = {
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'runnel', 'compiled'),
  MALLOC_ARENA_MAX: '2',
  MIMALLOC_ALLOW_THP: '0',
  DISABLE_SYSTEM_FONTS_LOAD: '1',
}

/** Runs the server until it ends, and gives its exit code. */
export const serve = async ({ env = {}, args = [], nodeOptions = [] }) => {
  const command = [bundledNode, ...heapOptions, ...nodeOptions, '--import', lifeline, main, ...args]
  const server = launch(command, { env: { NODE_ENV: 'production', ...thriftyEnv, ...env } })
  passSignalsTo([server])
  return exitOf(server)
}

/** The server, started again whenever its sources change, beside the site's development server. */
export const develop = async ({ args = [] }) => {
  const port = process.env.PORT ?? '3000'
  const env = {
    NODE_ENV: 'development',
    API_PORT: port,
    PUBLIC_URL: process.env.PUBLIC_URL ?? 'http://localhost:5173',
  }
  const server = launch([bundledNode, '--watch', '--watch-preserve-output', main, ...args], { env })
  const site = launch([bundledNode, program('vite/bin/vite.js')], { env, cwd: join(root, 'apps', 'web') })
  const both = [server, site]
  passSignalsTo(both)
  const code = await Promise.race(both.map(exitOf))
  for (const child of both) child.kill('SIGTERM')
  await Promise.all(both.map(exitOf))
  return code
}

const launch = ([command, ...args], { env, cwd = root }) =>
  spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
  })

const passSignalsTo = (children) => {
  let passedAt = 0
  const pass = (signal) => {
    if (Date.now() - passedAt < sameSignalMilliseconds) return
    passedAt = Date.now()
    for (const child of children) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => pass(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  }
  // A killed npm cannot pass anything on; who started us by it means us to end with it.
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    pass('SIGTERM')
  }, 500)
  watch.unref()
}

const exitOf = (child) => {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}
