import { FinalFailure, OwnerFailure } from '#kernel/job/failure.ts'

/** An answer that ended a letter, as nodemailer gives it. */
interface SmtpError extends Error {
  readonly responseCode: number
  readonly response: string
  readonly command: string
}

/**
 * Sorts an answer by whose fault it is. One that speaks of the mailbox is final. Any other that a server gives for good
 * speaks of the site (its login, its address, its letters): the letter waits until the owner has mended it. The rest,
 * such as greylisting or a server that is away, goes by itself.
 */
export const faultOf = (error: unknown): unknown => {
  if (!isSmtpError(error) || error.responseCode < 500) return error
  if (isOfMailbox(error)) return new FinalFailure(error.message, { cause: error })
  const code = enhancedCode(error.response)
  if (code !== undefined && waitingCodes.test(code)) return error
  const kind = `mail:${error.command} ${error.responseCode} ${code ?? ''}`.trim()
  return new OwnerFailure(error.message, { kind, cause: error })
}

const isSmtpError = (error: unknown): error is SmtpError =>
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  'response' in error &&
  typeof error.response === 'string' &&
  'command' in error &&
  typeof error.command === 'string'

/**
 * Codes of RFC 3463 that speak of the receiver: 5.1.x without the sender's address (5.1.7, 5.1.8), a disabled mailbox,
 * no such domain (5.4.4), and an unknown receiver in the words of Exchange Online (5.4.1).
 */
const mailboxCodes = /^5\.(1\.(?![78]$)\d+|2\.1|4\.[14])$/
/** A mailbox that is full or takes nothing so large: neither gone nor ours. */
const waitingCodes = /^5\.2\.\d+$/
/** Codes that say no more than the reply itself. */
const emptyCodes = new Set(['5.0.0', '5.5.0'])

const isOfMailbox = ({ response, responseCode, command }: SmtpError): boolean => {
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  const code = enhancedCode(response)
  if (code !== undefined && !emptyCodes.has(code)) return mailboxCodes.test(code)
  return command === 'RCPT TO' && responseCode === 550 && !ofSender.test(response)
}

/** How servers without such codes refuse a sender who has not signed in: Exim says “relay not permitted”. */
const ofSender = /relay|authenticat|log(?:ged)?[ -]?in|sender/i

const enhancedCode = (response: string): string | undefined => /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
