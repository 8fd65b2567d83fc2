import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { newId } from '#kernel/id.ts'
import type { Log } from '#kernel/log.ts'
import type { Mailer } from './mail.ts'
import { messageOf } from './message.ts'

/** Writes each mail as a file that any mail program opens, and says in the log where. */
export const openOutbox = ({ from, dataDir, log }: { from: string; dataDir: string; log: Log }): Mailer => {
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
