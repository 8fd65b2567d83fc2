import { createTransport } from 'nodemailer'
import { faultOf } from './fault.ts'
import type { Mailer } from './mail.ts'
import { messageOf } from './message.ts'
import { createSlots, type SlotLimits } from './slots.ts'

/** How long a letter may take. */
export interface SmtpLimits {
  /** Until the server has greeted us: nothing is handed over yet, and a later try loses nothing. */
  readonly greetingMs: number
  /** For each answer: RFC 5321, 4.5.3.2 asks for 5 minutes after MAIL, RCPT, 2 after DATA, 10 after the final dot. */
  readonly answerMs: number
  /** For all of it, so that a server that answers in drops lets go before another node takes the letter up. */
  readonly letterMs: number
}

export const LIMITS: SmtpLimits = { greetingMs: 20_000, answerMs: 600_000, letterMs: 1_800_000 }

/** A turn that does not come for 5 minutes and a letter of 30 are over before its job expires. */
export const SLOTS: SlotLimits = { quick: 3, most: 12, slowMs: 20_000, patienceMs: 300_000 }

interface OpenSmtpInput {
  readonly url: string
  readonly from: string
  readonly limits?: SmtpLimits
  readonly slots?: SlotLimits
}

/** Sends by SMTP over a few connections that stay open while there is something to send. */
export const openSmtp = (options: OpenSmtpInput): Mailer => {
  const { url, from, limits = LIMITS, slots: slotLimits = SLOTS } = options
  const slots = createSlots(slotLimits)
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: slotLimits.most,
    connectionTimeout: limits.greetingMs,
    greetingTimeout: limits.greetingMs,
    socketTimeout: limits.answerMs,
  })
  return {
    send: (mail) =>
      slots.run(async () => {
        const signal = AbortSignal.timeout(limits.letterMs)
        await transport.sendMail({ ...messageOf(mail, from), signal }).catch((error: unknown) => {
          throw faultOf(error)
        })
      }),
    close: async () => transport.close(),
  }
}
