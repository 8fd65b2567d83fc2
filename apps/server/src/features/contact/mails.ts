import { letterTries } from '#kernel/job/letter-tries.ts'
import { defineJob } from '#kernel/queue.ts'

/** Mails a stored message to the owner. */
export const contactMail = defineJob<{ messageId: string }>('mail.contact', letterTries)
/** Mails an answer to whoever wrote. */
export const answerMail = defineJob<{ answerId: string }>('mail.contact-answer', letterTries)
