import { readEnv } from '#kernel/env.ts'
import { openSession } from '#kernel/postgres/session.ts'
import { stopPayouts } from '#server/operations/stop-payouts.ts'
import { openSite, runCommand } from './command.ts'

/** Part of an upgrade that goes back: `stop-payouts.ts MOMENT`, when the copy was made that the site goes on from. */
const main = async (): Promise<void> => {
  const site = await openSite(readEnv(process.env))
  try {
    const session = await openSession({ url: site.url, name: 'runnel stop-payouts' })
    await stopPayouts(session, process.argv[2] ?? new Date().toISOString()).finally(() => session.close())
  } finally {
    await site.stop()
  }
}

runCommand(main)
