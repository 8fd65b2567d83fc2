import { spawn } from 'node:child_process'
import { root } from './root.mjs'

/** A failure that has been explained already: the last line is enough. */
export class Failed extends Error {}

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`

/** Does one named piece of work and tells how long it took. */
export const step = async (name, work) => {
  const since = Date.now()
  console.log(`→ ${name}`)
  try {
    const result = await work()
    console.log(`✔ ${name} (${seconds(since)})`)
    return result
  } catch (error) {
    console.log(`✖ ${name} (${seconds(since)})`)
    throw error
  }
}

/**
 * Does several pieces at once, at most `atOnce`, and lets only those that fail speak. All are finished before the first
 * failure is told, so that one run shows everything that is wrong.
 */
export const together = async ({ steps, atOnce }) => {
  const waiting = [...steps]
  let failures = 0
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const since = Date.now()
      try {
        await next.work()
        console.log(`✔ ${next.name} (${seconds(since)})`)
      } catch (error) {
        failures++
        console.log(`✖ ${next.name} (${seconds(since)})\n${indent(error.message)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  if (failures) throw new Failed(`${failures} of ${steps.length} failed`)
}

const indent = (text) => text.trimEnd().replace(/^/gm, '    ')

/** Runs a program and shows what it prints; resolves with its output lines that `notice` wants to see. */
export const show = (command, args, { env = {}, notice, ...user } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      ...user,
      env: { ...process.env, ...env },
      stdio: notice ? ['inherit', 'pipe', 'inherit'] : 'inherit',
      shell: needsShell(command),
    })
    child.stdout?.on('data', (chunk) => {
      process.stdout.write(chunk)
      notice(chunk.toString())
    })
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Failed(`${command} ended with ${signal ?? code}`))
    })
  })

/** Runs a program silently; what it printed becomes the failure. */
export const quiet = (command, args, { env = {} } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: needsShell(command),
    })
    let output = ''
    const keep = (chunk) => {
      output += chunk
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(output || `ended with ${code}`))))
  })

/** On Windows npm is a script of the shell. */
const needsShell = (command) => process.platform === 'win32' && command === 'npm'
