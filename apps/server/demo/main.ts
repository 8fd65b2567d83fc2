import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect } from '#kernel/db.ts'
import { type Env, readEnv } from '#kernel/env.ts'
import { createLog } from '#kernel/log.ts'
import { runMigrations } from '#kernel/postgres/migrations.ts'
import { startEmbedded } from '#kernel/postgres/postgres.ts'
import { loadSecrets } from '#kernel/secrets.ts'
import { openSettings } from '#kernel/settings.ts'
import { explainFailure, StartupError } from '#kernel/startup-error.ts'
import { clear, readMarker, writeMarker } from './database-marker.ts'
import { type Lived, liveMonth } from './month.ts'
import { DEMO_PASSWORD } from './set-up.ts'

const DAYS = 30
const PEOPLE = 300

/** Makes up a month in a database of its own, once; `--fresh` throws the last one away and makes another. */
const main = async (): Promise<void> => {
  const env = readEnv(process.env)
  if (env.DATABASE_URL !== undefined) {
    throw new StartupError('The demo uses its own database: leave DATABASE_URL empty.')
  }
  const embedded = await startEmbedded({
    dataDir: env.DATA_DIR,
    log: () => undefined,
    // A month that a power cut interrupts is made up again; nothing waits for the disk meanwhile.
    settings: { synchronous_commit: 'off' },
  })
  try {
    await make(env, embedded.url)
  } finally {
    await embedded.stop()
  }
}

const make = async (env: Env, url: string): Promise<void> => {
  const found = await readMarker(url)
  if (found === 'foreign') {
    const place = join(env.DATA_DIR, 'postgres')
    throw new StartupError(`The database in ${place} doesn’t contain demo data: choose another DATA_DIR for the demo.`)
  }
  if (found !== 'empty' && (found === 'half made' || process.argv.includes('--fresh'))) await clear(url)
  else if (found !== 'empty') return greet(env, `The demo data generated on ${found.madeAt} still exists.`)
  const now = new Date()
  await writeMarker(url, 'half made')
  await runMigrations({ url, dir: fileURLToPath(new URL('../migrations', import.meta.url)) })
  const lived = await live(env, { url, now })
  await writeMarker(url, { madeAt: `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC` })
  greet(env, sentences(lived).join('\n'))
}

const live = async (env: Env, { url, now }: { url: string; now: Date }): Promise<Lived> => {
  const log = createLog('warn')
  const db = connect({ url, size: 6, log })
  const secrets = loadSecrets({ secretKey: env.SECRET_KEY, dataDir: env.DATA_DIR })
  const settings = await openSettings({ db, secrets, log })
  const tell = (sentence: string): void => void process.stdout.write(`  ${sentence}\n`)
  try {
    return await liveMonth({
      db,
      settings,
      secrets,
      publicUrl: env.PUBLIC_URL,
      now,
      days: DAYS,
      people: PEOPLE,
      seed: now.toISOString().slice(0, 10),
      adminUsername: env.ADMIN_USERNAME,
      tell,
    })
  } finally {
    await settings.close()
    await db.close()
  }
}

const number = new Intl.NumberFormat('en')

const sentences = ({ people, claims, earned, campaigns, withdrawals, books }: Lived): string[] => {
  if (!books.balanced) throw new Error(`the made-up books do not balance: ${JSON.stringify(books.mismatches)}`)
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${number.format(count)} ${name}`)
      .join(', ')
  const { faucet: _claims, ...others } = earned
  return [
    `${number.format(people)} users made ${number.format(claims)} claims. Withdrawals: ${list(withdrawals)}.`,
    `They were also paid for ${list(others)}. Campaigns: ${list(campaigns)}.`,
    `The ledger balances: ${number.format(books.accounts)} accounts, ${number.format(books.transfers)} transfers.`,
  ]
}

const greet = (env: Env, text: string): void => {
  const lines = [
    text,
    '',
    `  a member   demo / ${DEMO_PASSWORD}`,
    `  the admin  ${env.ADMIN_USERNAME} / ${DEMO_PASSWORD}`,
    '',
    'Payouts go to a sandbox: no real coins are sent. For new demo data: npm run demo -- --fresh',
  ]
  process.stdout.write(`\n${lines.join('\n')}\n\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainFailure(error)}\n`)
  process.exitCode = 1
})
