import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { Timestamp } from '#contract/values.ts'

export const SystemStatus = z.object({
  /** Hours between planned backups; 0: only by hand. */
  backupHours: z.int(),
  /** The newest one; null: none was ever made. */
  backup: z.nullable(z.object({ at: Timestamp, location: z.string(), bytes: z.int() })),
  /** A planned one that failed after it. */
  backupFailure: z.nullable(z.object({ at: Timestamp, note: z.string() })),
  /** Of `DATA_DIR` on the node that answered; null: it can't be read. */
  disk: z.nullable(z.object({ free: z.int(), total: z.int() })),
  database: z.object({ bytes: z.int() }),
  /** Jobs that are due, and for how many seconds the oldest has been. */
  queue: z.object({ waiting: z.int(), oldestSeconds: z.int() }),
  versions: z.object({ runnel: z.string(), node: z.string(), postgres: z.string() }),
  warnings: z.array(z.object({ code: z.string(), msg: z.string() })),
})
export type SystemStatus = z.infer<typeof SystemStatus>

export const adminSystem = {
  system: route({
    method: 'GET',
    path: '/api/admin/system',
    summary: 'The site’s machine: last backup, disk, database size, job queue and versions.',
    access: 'admin',
    transaction: 'read',
    cost: 20,
    answer: SystemStatus,
  }),
}
