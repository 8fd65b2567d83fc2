import { createTransport } from 'nodemailer'
import { FinalFailure } from '#kernel/queue.ts'
import type { Mailer } from './mail.ts'
import { messageOf } from './message.ts'

const CONNECTIONS = 3
const TIMEOUT_MS = 20_000
const TRIAL_MS = 8_000

/** Signs in at the mail server and sends nothing; says what it answered when it does not let us in. */
export const trySmtp = async (url: string): Promise<string | undefined> => {
  const waits = { connectionTimeout: TRIAL_MS, greetingTimeout: TRIAL_MS, socketTimeout: TRIAL_MS }
  const transport = createTransport({ url, ...waits })
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    transport.close()
  }
}

/** Sends by SMTP over a few connections that stay open while there is something to send. */
export const openSmtp = ({ url, from }: { url: string; from: string }): Mailer => {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  return {
    send: async (mail) => {
      await transport.sendMail(messageOf(mail, from)).catch((error: unknown) => {
        throw isRefusal(error) ? new FinalFailure(error.message, { cause: error }) : error
      })
    },
    close: async () => transport.close(),
  }
}

/** What a server says for good of this mail or its receiver (RFC 5321, 4.2.1); our sign-in it may take later. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof Error &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500 &&
  'command' in error &&
  /^(RCPT TO|DATA)$/.test(String(error.command))
