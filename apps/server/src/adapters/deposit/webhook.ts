import { equalBytes } from '#kernel/secrets.ts'
import type { WebhookCall, WebhookReplies } from './deposit.ts'

/** What all providers here understand: 2xx is taken, 5xx is repeated. */
export const replies: WebhookReplies = {
  ok: { status: 200, body: 'OK' },
  refused: { status: 403, body: 'Refused' },
  later: { status: 503, body: 'Later' },
}

/** A header of the call; the first where it stands several times. */
export const headerOf = ({ headers }: WebhookCall, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : (value?.[0] ?? '')
}

export const bodyText = ({ body }: WebhookCall): string => Buffer.from(body).toString('utf8')

/** Compares a signature in hex without telling by its time how much of it was right. */
export const equalHex = (given: string, expected: Buffer): boolean =>
  /^[0-9a-fA-F]+$/.test(given) && equalBytes(Buffer.from(given, 'hex'), expected)

/** Our own ids; whatever else a provider carries along was not opened by this site. */
export const isDepositId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)
