import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface Ran {
  readonly status: number | null
  readonly out: string
  readonly told: string
}

/** Runs a command of the owner in a process of its own, which sees these variables alone. */
export const runCommand = async (command: string, env: Record<string, string>, ...args: string[]): Promise<Ran> => {
  const program = join(import.meta.dirname, '..', 'operations', 'commands', `${command}.ts`)
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, told] = ['', '']
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => (told += bytes.toString()))
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, out: out.trim(), told: told.trim() }
}
