import { defineJob, letterTries } from '#kernel/queue.ts'

/** Mails a stored message to the owner. */
export const contactMail = defineJob<{ messageId: string }>('mail.contact', letterTries)
/** Mails an answer to whoever wrote. */
export const answerMail = defineJob<{ answerId: string }>('mail.contact-answer', letterTries)
