import * as z from 'zod/mini'
import { MailKind } from '#contract/admin/job-name.ts'
import { route } from '#contract/route.ts'
import { Done, Id, listing, paging, Timestamp } from '#contract/values.ts'

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
  /** A later release whose file lies in the program’s folder, ready for `npm run upgrade`. */
  newer: z.nullable(z.object({ version: z.string(), file: z.string() })),
  warnings: z.array(z.object({ code: z.string(), msg: z.string() })),
})
export type SystemStatus = z.infer<typeof SystemStatus>

/** `waiting` also for the next try. */
export const MailState = z.enum(['waiting', 'failed'])

export const QueuedMail = z.object({
  _id: Id,
  kind: MailKind,
  state: z.enum(['waiting', 'sending', 'failed']),
  /** Null: to the owner, or to somebody whose account is gone. */
  to: z.nullable(z.string()),
  user: z.nullable(z.object({ _id: Id, username: z.string() })),
  /** Tries after the first. */
  retries: z.int(),
  createdAt: Timestamp,
  /** When it is tried next. */
  nextAt: z.nullable(Timestamp),
  /** What the mail server last said, without addresses and links. */
  error: z.nullable(z.string()),
})
export type QueuedMail = z.infer<typeof QueuedMail>

export const adminSystem = {
  mails: route({
    method: 'GET',
    path: '/api/admin/mail',
    summary: 'Emails that are waiting or failed, newest first.',
    access: 'admin',
    transaction: 'read',
    cost: 20,
    query: z.object({ ...paging, state: z.optional(MailState) }),
    answer: listing(QueuedMail),
  }),
  sendMailAgain: route({
    method: 'POST',
    path: '/api/admin/mail/{id}/again',
    summary: 'Sends a failed email again. Links in it are renewed; a password reset older than a day is refused.',
    access: 'admin',
    transaction: 'write',
    params: z.object({ id: Id }),
    answer: Done,
  }),
  sendMailsAgain: route({
    method: 'POST',
    path: '/api/admin/mail/again',
    summary: 'Sends failed emails again, up to 1,000 at once; password resets older than a day are skipped.',
    access: 'admin',
    transaction: 'write',
    answer: Done,
  }),
  testTelegram: route({
    method: 'POST',
    path: '/api/admin/telegram/test',
    summary: 'Sends a test message to the Telegram chat of the saved settings; an error has the reason.',
    access: 'admin',
    transaction: 'none',
    limits: [{ by: 'user', points: 5, seconds: 60 }],
    answer: z.object({ msg: z.string() }),
  }),
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
