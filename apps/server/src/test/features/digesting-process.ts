import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaults } from '@runnel/contract/settings/settings'
import { digestWorkers } from '#features/digest/digest.job.ts'
import { connect } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { openQueue } from '#kernel/queue.ts'
import { createSecrets } from '#kernel/secrets.ts'

/**
 * Plans and sends the summaries that are due, in a process of its own that stands for one node of several:
 * `node digesting-process.ts <url> <moment> <folder> <ending>`. Each mail becomes a file with its receiver in it.
 * With the ending `dies` the process is gone as soon as the first mail has been taken.
 */
const [, , url = '', moment = '', folder = '', ending = ''] = process.argv
const now = new Date(moment)
const log = createLog('silent')
const db = connect({ url, size: 8, log })
const queue = await openQueue({ url, db, log, tally: { add: () => undefined }, background: false })
const workers = digestWorkers({
  db,
  clock: () => now,
  enqueue: queue.enqueue,
  mailer: {
    send: async ({ to }) => {
      writeFileSync(join(folder, randomUUID()), to)
      if (ending === 'dies') process.exit(9)
    },
    close: async () => undefined,
  },
  secrets: createSecrets('the secret of these nodes, 32 or more'),
  settings: { current: () => defaults },
  publicUrl: 'http://runnel.test',
})
await queue.prepare(workers)
const [plan] = workers
await plan?.run({}, randomUUID())
await queue.drain(workers, now)
await queue.stop()
await db.close()
