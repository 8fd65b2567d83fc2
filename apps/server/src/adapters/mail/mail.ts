import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { newId } from '#kernel/id.ts'
import type { Log } from '#kernel/log.ts'
import { messageOf } from './message.ts'
import { openSmtp } from './smtp.ts'

/** One letter to one person. */
export interface Mail {
  /** Of the job that sends it: all its tries are one letter to whatever carries it on, and so arrive once. */
  readonly id: string
  /** Exactly one address. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The name shown beside the site's own address. */
  readonly fromName: string
  readonly replyTo?: string
  /** Where one POST without a session ends letters of this kind; mail programs show a button for it (RFC 8058). */
  readonly unsubscribeUrl?: string
}

/** Sends mails. Throwing means: not sent, or perhaps sent without an answer; try again later. */
export interface Mailer {
  readonly send: (mail: Mail) => Promise<void>
  readonly close: () => Promise<void>
}

export interface MailerOptions {
  /** Unset: mails become files. */
  readonly smtpUrl: string | undefined
  /** The address that mails come from; unset: `no-reply` at the site's own host. */
  readonly from: string | undefined
  readonly publicUrl: string
  readonly dataDir: string
  readonly log: Log
}

/** Sends by SMTP where the owner named a server, and else writes each mail as a file into `DATA_DIR/outbox`. */
export const createMailer = ({ smtpUrl, from, publicUrl, dataDir, log }: MailerOptions): Mailer => {
  const sender = senderOf({ from, publicUrl })
  return smtpUrl === undefined ? openOutbox({ from: sender, dataDir, log }) : openSmtp({ url: smtpUrl, from: sender })
}

/** The address that letters of the site come from. */
export const senderOf = ({ from, publicUrl }: Pick<MailerOptions, 'from' | 'publicUrl'>): string =>
  // `MAIL_FROM` may name the address behind a name, in angle brackets.
  from?.replace(/^.*<(.*)>.*$/, '$1').trim() ?? `no-reply@${mailHost(publicUrl)}`

/** An address of the site by number, such as 127.0.0.1, takes brackets in a mail address. */
const mailHost = (publicUrl: string): string => {
  const { hostname } = new URL(publicUrl)
  if (hostname.startsWith('[')) return `[IPv6:${hostname.slice(1)}`
  return /^[\d.]+$/.test(hostname) ? `[${hostname}]` : hostname
}

/** Writes each mail as a file that any mail program opens, and says in the log where. */
const openOutbox = ({ from, dataDir, log }: { from: string; dataDir: string; log: Log }): Mailer => {
  const folder = join(dataDir, 'outbox')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(messageOf(mail, from))
      const path = join(folder, `${newId()}.eml`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // A file appears whole or not at all: it may be read the moment it is there.
      await writeFile(`${path}.part`, message, { mode: 0o600 })
      await rename(`${path}.part`, path)
      log.info({ file: path }, 'wrote an email to a file, because SMTP_URL is not set')
    },
    close: async () => transport.close(),
  }
}
