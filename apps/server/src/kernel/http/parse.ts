import { issueCode } from '@runnel/contract/issue'
import type { RawRequest, Route, Upload } from '@runnel/contract/route'
import * as z from 'zod/mini'
import { refuse } from '#kernel/refusal.ts'
import { MARK, say, sayCode, type Words } from '#kernel/words/say.ts'

/** The parts of a request that the contract describes. */
export interface RawRequestParts {
  readonly params: unknown
  readonly query: unknown
  readonly headers: unknown
  readonly body: unknown
  readonly url?: string
}

export interface ParsedInput {
  readonly params: unknown
  readonly query: unknown
  readonly headers: unknown
  readonly body: unknown
  readonly raw: RawRequest | undefined
  /** The mount reads it last, when everything else about the request is known to be right. */
  readonly upload: Upload | undefined
}

/**
 * Reads a request by its contract. A path that names nothing possible is 404, a body that is no object 400, and
 * fields that fail validation are 422 with a sentence each.
 */
export const parseRequest = (route: Route, request: RawRequestParts): ParsedInput => {
  if (route.kind === 'raw') return { ...unread, params: paramsOf(route, request), raw: rawOf(request) }
  if (![request.query, request.body].every((part) => isStorable(part))) {
    refuse('malformed', 'MALFORMED', say('request.requestContainsInvalidCharacters'))
  }
  const params = paramsOf(route, request)
  const query = parsePart(route.query, request.query, refuseFields)
  const headers = parsePart(route.headers, request.headers, refuseFields)
  const body = parsePart(route.body, bodyOf(route, request), refuseFields)
  return { params, query, headers, body, raw: undefined, upload: undefined }
}

const unread = { query: undefined, headers: undefined, body: undefined, upload: undefined } as const

const paramsOf = (route: Route, request: RawRequestParts): unknown =>
  parsePart(route.params, request.params, () => refuse('notFound', 'NOT_FOUND', say('request.notFound')))

/** A call whose fields may all be left out may leave its body out too. */
const bodyOf = (route: Route, { body }: RawRequestParts): unknown => {
  if (route.body === undefined) return undefined
  const given = body === undefined && z.safeParse(route.body, {}).success ? {} : body
  if (typeof given === 'object' && given !== null) return given
  return refuse('malformed', 'MALFORMED', say('request.requestBodyMustJson'))
}

/** What a third party sent, untouched: only its own signature says what it means. */
const rawOf = ({ body, url = '', headers }: RawRequestParts): RawRequest => ({
  body: body instanceof Uint8Array ? body : new Uint8Array(),
  query: url.includes('?') ? url.slice(url.indexOf('?') + 1) : '',
  // The framework's own headers, which are exactly of this shape.
  headers: headers as RawRequest['headers'],
})

const DEPTH = 20

/**
 * PostgreSQL stores neither a NUL nor half a surrogate pair; JSON can bring both. And only we write the mark that
 * begins a code in place of words.
 */
const isStorable = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000') && !value.includes(MARK)
  if (typeof value !== 'object' || value === null) return true
  if (depth > DEPTH) return false
  return Object.entries(value).every(([name, field]) => isStorable(name) && isStorable(field, depth + 1))
}

type Refuse = (issues: readonly z.core.$ZodIssue[]) => never

const parsePart = (schema: z.core.$ZodType | undefined, value: unknown, fail: Refuse): unknown => {
  if (schema === undefined) return undefined
  const parsed = z.safeParse(schema, value, { reportInput: true })
  return parsed.success ? parsed.data : fail(parsed.error.issues)
}

/** The first sentence of each field that is wrong. */
const fieldErrors = (issues: readonly z.core.$ZodIssue[]): Record<string, Words> => {
  const sentences: Record<string, Words> = {}
  for (const issue of issues) {
    const { id, values } = issueCode(issue)
    sentences[issue.path.map(String).join('.') || 'body'] ??= sayCode(id, values)
  }
  return sentences
}

const refuseFields: Refuse = (issues) => {
  const errors = fieldErrors(issues)
  const [first] = Object.values(errors)
  return refuse('invalid', 'INVALID_FIELDS', first ?? say('request.someFieldsInvalid'), { errors })
}
