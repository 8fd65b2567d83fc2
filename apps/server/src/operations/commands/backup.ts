import { readEnv } from '#kernel/env.ts'
import { backUpAndKeep } from '#server/operations/keep.ts'
import { booksLine, openSite, runCommand, tell } from './command.ts'

/** `npm run backup`: makes a backup of the site, which may be running. */
const main = async (): Promise<void> => {
  const env = readEnv(process.env)
  const site = await openSite(env)
  const now = new Date()
  try {
    const { place, bytes, manifest } = await backUpAndKeep({ env, url: site.url, now, tell })
    process.stdout.write(`${place}\n`)
    tell(`Done: ${(bytes / 1e6).toFixed(1)} MB; ${booksLine(manifest.books)}.`)
    if (env.BACKUP_PASSPHRASE === undefined) {
      tell('It isn’t encrypted and contains the site’s key: keep it private, or set BACKUP_PASSPHRASE.')
    }
  } finally {
    await site.stop()
  }
}

runCommand(main)
