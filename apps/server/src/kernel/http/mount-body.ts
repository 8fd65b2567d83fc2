import { BODY_DEPTH, BODY_VALUES, QUERY_FIELDS, QUERY_LENGTH } from '@runnel/contract/constants'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse, Refusal } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'

/**
 * How long a sender may go on with a body that nobody reads, after the answer. Closing at once would often take the
 * answer away before it is read; waiting for the end would keep the connection for as long as the sender likes.
 */
const LINGER_MS = 2_000
/** Their length is bounded by Node (16 KB with the address). */
const HEADERS_MAX = 100

/** Reads JSON and nothing else, and disconnects those who do not finish a body that was refused. */
export const readBodies = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.server.maxHeadersCount = HEADERS_MAX
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // `parseAs` makes it a string.
    const text = body as string
    // Some clients name the type of a body that they do not send.
    if (text === '') done(null, undefined)
    else if (isSimple(text)) void parse(request, text, done)
    else done(tooComplex())
  })
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy()
    }, LINGER_MS)
    raw.once('close', () => clearTimeout(timer))
  })
}

const tooComplex = (): Refusal =>
  new Refusal('invalid', {
    code: 'TOO_COMPLEX',
    msg: say('request.requestTooManyFields'),
  })

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]

/**
 * Whether JSON is worth parsing: one pass over the text counts how deep it nests and how many values it holds. Reading
 * and checking thousands of fields costs far more than sending them.
 */
export const isSimple = (text: string): boolean => {
  let [depth, values, at] = [0, 0, 0]
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === OPEN_LIST || code === OPEN_OBJECT) depth += 1
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1
    // The first value of a list or object follows its bracket, and each other one a comma.
    if (code === COMMA || code === OPEN_LIST || code === OPEN_OBJECT) values += 1
    if (depth > BODY_DEPTH || values > BODY_VALUES) return false
    at += 1
  }
  return true
}

const endOfString = (text: string, start: number): number => {
  let at = start + 1
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at
    at += code === BACKSLASH ? 2 : 1
  }
  return at
}

/** Refuses what an address says of itself before anything is read: its query, and the length of its body. */
export const refuseTooLarge = (request: FastifyRequest, bodyLimit: number): void => {
  const { url, headers } = request.raw
  const query = url?.slice(url.indexOf('?') + 1) ?? ''
  if (url?.includes('?') === true && isTooLong(query)) {
    refuse('tooLarge', 'TOO_LARGE', say('request.addressRequestTooLong'))
  }
  if (Number(headers['content-length'] ?? 0) > bodyLimit) {
    refuse('tooLarge', 'TOO_LARGE', say('request.tooLargeSend'))
  }
}

const isTooLong = (query: string): boolean => query.length > QUERY_LENGTH || fieldsOf(query) > QUERY_FIELDS

const fieldsOf = (query: string): number => {
  let fields = 1
  for (let at = query.indexOf('&'); at !== -1; at = query.indexOf('&', at + 1)) fields += 1
  return fields
}
