import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'

/** The acts of a server with a letter before its first line, in order. */
export type SmtpStep = 'connection' | 'login' | 'sender' | 'receiver'

export interface SmtpRefusal {
  readonly step: SmtpStep
  readonly answer: string
  /** The server asks to try later, as it may do with what comes for the first time. */
  readonly isTemporary: boolean
}

interface TrySmtpInput {
  readonly url: string
  readonly from: string
  /** Unset: the server is asked of the sender only. */
  readonly to: string | undefined
}

const TRIAL_MS = 8_000

/** Goes as far as the envelope of a letter and sends none; returns the step that the server refused and its answer. */
export const trySmtp = async ({ url, from, to }: TrySmtpInput): Promise<SmtpRefusal | undefined> => {
  const { auth, ...server } = parseConnectionUrl(url)
  let step: SmtpStep = 'connection'
  const waits = { connectionTimeout: TRIAL_MS, greetingTimeout: TRIAL_MS, socketTimeout: TRIAL_MS }
  const envelope = [
    { step: 'sender', command: `MAIL FROM:<${from}>` },
    ...(to === undefined ? [] : [{ step: 'receiver', command: `RCPT TO:<${to}>` } as const]),
  ] as const
  let refused: SmtpRefusal | undefined
  // The library's one public way to send single commands: after a message's envelope it would go on with DATA.
  const ENVELOPE: NonNullable<NonNullable<typeof connection.options.customAuth>[string]> = async ({ sendCommand }) => {
    for (const one of envelope) {
      const { response } = await sendCommand(one.command)
      if (response.startsWith('2')) continue
      refused = { step: one.step, answer: response, isTemporary: response.startsWith('4') }
      break
    }
    await sendCommand('RSET')
  }
  const connection = new SMTPConnection({ ...server, ...waits, customAuth: { ENVELOPE } })
  const carry = carrier(connection)
  try {
    await carry((done) => connection.connect(done))
    step = 'login'
    if (auth !== undefined && connection.allowsAuth) await carry((done) => connection.login(auth, done))
    step = 'sender'
    await carry((done) => connection.login({ method: 'ENVELOPE' }, done))
    connection.quit()
    return refused
  } catch (error) {
    connection.close()
    return { step, answer: error instanceof Error ? error.message : String(error), isTemporary: false }
  }
}

type Done = (error?: Error | null) => void

/** Turns a step of the connection into a promise, which also fails when the connection does. */
const carrier = (connection: SMTPConnection) => {
  const lost = new Promise<never>((_, reject) => void connection.on('error', reject))
  // It may fail when no step waits for it.
  lost.catch(() => undefined)
  return (work: (done: Done) => void): Promise<void> =>
    Promise.race([
      lost,
      new Promise<void>((resolve, reject) => {
        work((error) => (error instanceof Error ? reject(error) : resolve()))
      }),
    ])
}
