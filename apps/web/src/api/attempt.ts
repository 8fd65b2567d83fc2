import { CallError, NoAnswerError } from './send.ts'

/** Names one attempt to move money: sent again under the same key it moves nothing twice. */
export const newIdempotencyKey = (): string => {
  // `crypto.randomUUID` is missing on a site without https.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** No answer at all, or one from something that stands in front of the server: nobody knows what became of it. */
export const isUnknownOutcome = (error: unknown): boolean =>
  (error instanceof NoAnswerError && error.reason !== 'offline') ||
  (error instanceof CallError && error.status >= 500 && !error.failure)
