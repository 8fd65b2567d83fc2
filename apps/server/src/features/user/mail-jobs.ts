import type { Locale } from '@runnel/contract/locale'
import { letterTries } from '#kernel/job/letter-tries.ts'
import { defineJob } from '#kernel/queue.ts'

/**
 * The letters that jobs write. None carries a secret: the worker makes the secret of a link from the job's id while it
 * writes, so that only its hash is ever stored. One carries an address, which is kept nowhere else any more, and not
 * for long.
 */
export const mailVerify = defineJob<{ userId: string }>('mail.verify', letterTries)
/** Without a user it does nothing: the visitor must not learn by time whether an address is known. */
export const mailReset = defineJob<{ userId: string | null }>('mail.reset', letterTries)
/** The first letter to somebody whose account came from another site: a link that chooses a password. */
export const mailImportedUser = defineJob<{ userId: string }>('mail.moved-in', letterTries)
/** Tells the mailbox that an account has left. */
export const mailEmailChanged = defineJob<{ userId: string; formerEmail: string }>('mail.moved', {
  ...letterTries,
  keepSeconds: 3_600,
})
/** The last letter to somebody who has deleted the account; nothing else knows the address any more. */
export const mailAccountDeleted = defineJob<{ email: string; username: string; locale?: Locale | null }>('mail.gone', {
  ...letterTries,
  keepSeconds: 3_600,
})
/** A notification as a mail. */
export const mailNotificationJob = defineJob<{ notificationId: string }>('mail.note', letterTries)
/** A summary of the notifications up to a moment. */
export const mailDigest = defineJob<{ userId: string; until: string }>('mail.digest', letterTries)
