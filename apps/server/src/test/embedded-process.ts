import { startEmbedded } from '#kernel/postgres/postgres.ts'
import { openSession } from '#kernel/postgres/session.ts'

/**
 * A process of its own that runs the built-in database, for tests that kill it. Told by its parent:
 * `write` keeps inserting numbers and reports each one that the database acknowledged, `stop` ends gracefully,
 * `leave` ends without stopping anything.
 */
const dataDir = process.argv[2] ?? ''

const write = async (url: string): Promise<void> => {
  const session = await openSession({ url })
  await session.query('CREATE TABLE IF NOT EXISTS noted (number bigint PRIMARY KEY)')
  const [row] = await session.query<{ next: number }>('SELECT coalesce(max(number), 0)::int + 1 AS next FROM noted')
  for (let number = row?.next ?? 1; ; number++) {
    await session.query('INSERT INTO noted VALUES ($1)', [number])
    process.send?.({ noted: number })
  }
}

try {
  const embedded = await startEmbedded({ dataDir, log: (message) => process.send?.({ log: message }) })
  process.on('message', (order) => {
    if (order === 'write') write(embedded.url).catch((error: Error) => process.send?.({ lost: error.message }))
    if (order === 'stop') void embedded.stop().then(() => process.exit(0))
    if (order === 'leave') process.exit(0)
  })
  process.send?.({ url: embedded.url })
} catch (error) {
  process.send?.({ refused: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }, () => {
    process.exit(1)
  })
}
