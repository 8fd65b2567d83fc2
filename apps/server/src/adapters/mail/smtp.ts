import { createTransport } from 'nodemailer'
import type { Mailer } from './mail.ts'
import { messageOf } from './message.ts'

const CONNECTIONS = 3
const TIMEOUT_MS = 20_000

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
      await transport.sendMail(messageOf(mail, from))
    },
    close: async () => transport.close(),
  }
}
