import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Env } from '#kernel/env.ts'
import { joinEmbedded } from '#kernel/postgres/running.ts'
import { explainFailure, StartupError } from '#kernel/startup-error.ts'
import type { BooksTotals } from '#money/reconcile.ts'

export const migrationsDir = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** Runs a command of the owner: what they can put right is one sentence, and the exit status says how it went. */
export const runCommand = (main: () => Promise<void>): void => {
  main().catch((error: unknown) => {
    process.stderr.write(`${explainFailure(error)}\n`)
    process.exitCode = 1
  })
}

/** Progress goes beside what a program may want to read. */
export const tell = (line: string): void => void process.stderr.write(`${line}\n`)

/** The database of this site, whether it runs or not. A wrong DATA_DIR must not leave an empty database behind. */
export const openSite = async (env: Env): Promise<{ url: string; stop: () => Promise<void> }> => {
  if (env.DATABASE_URL !== undefined) return { url: env.DATABASE_URL, stop: async () => undefined }
  if (!existsSync(join(env.DATA_DIR, 'postgres'))) throw new StartupError(`There is no database in ${env.DATA_DIR}.`)
  return joinEmbedded(env.DATA_DIR)
}

export const booksLine = (books: BooksTotals): string =>
  `${books.accounts.toLocaleString('en')} accounts with ${books.balances} units, ` +
  `${books.transfers.toLocaleString('en')} transfers of ${books.moved} units, ` +
  (books.balanced ? 'balanced' : 'NOT balanced, like the original')
