import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What a receiver has taken: its signature was right. */
export interface Received {
  readonly id: string
  readonly path: string
  readonly signatures: number
  readonly event: { readonly type: string; readonly timestamp: string; readonly data: Record<string, unknown> }
}

/** A receiver that verifies as the Standard Webhooks specification says; written from it, not from our own code. */
export const startWebhookReceiver = async () => {
  const received: Received[] = []
  const refused: string[] = []
  const secrets = new Map<string, string>()
  let next: { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const answer = next.shift()
      if (answer !== undefined) return response.writeHead(answer.status, answer.headers ?? {}).end(answer.body ?? '')
      const path = request.url ?? ''
      const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
        String(request.headers[name]),
      )
      const given = signatures?.split(' ') ?? []
      if (!verify(secrets.get(path) ?? '', `${id}.${timestamp}.${body}`, given)) {
        refused.push(path)
        return response.writeHead(401).end('wrong signature')
      }
      // JSON is what our site sends.
      const event = JSON.parse(body) as Received['event']
      received.push({ id: id ?? '', path, signatures: given.length, event })
      return response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this form.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    received,
    refused,
    trust: (path: string, secret: string): void => void secrets.set(path, secret),
    answerNext: (...answers: typeof next): void => {
      next = answers
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const verify = (secret: string, signed: string, given: readonly string[]): boolean => {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const expected = createHmac('sha256', key).update(signed, 'utf8').digest()
  return given.some((one) => {
    const [version, signature = ''] = one.split(',')
    const bytes = Buffer.from(signature, 'base64')
    return version === 'v1' && bytes.length === expected.length && timingSafeEqual(bytes, expected)
  })
}
