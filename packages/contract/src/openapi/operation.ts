import type { $ZodObject, $ZodType } from 'zod/v4/core'
import { IMAGE_FIELD, IMAGE_TYPE } from '#contract/constants.ts'
import type { Limit, Route } from '#contract/route.ts'
import { exampleOf } from './example.ts'
import { type FailureCode, failuresOf } from './failures.ts'
import { type JsonSchema, schemaOf } from './json-schema.ts'

interface Media {
  readonly schema: JsonSchema
  readonly example?: unknown
}

type Content = Readonly<Record<string, Media>>

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

export interface Answer {
  readonly description: string
  readonly content?: Content
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Answer | Reference>>
}

/** Points to what many calls have in common. */
export interface Reference {
  readonly $ref: string
}

interface Named {
  readonly feature: string
  readonly name: string
  readonly route: Route
}

/** What the calls have in common: named schemas, and refusals. */
export interface Shared {
  readonly schemas: Record<string, JsonSchema>
  readonly responses: Record<string, Answer>
}

/** The name of a call in clients that are generated: `faucetClaim`. */
export const operationIdOf = ({ feature, name }: Pick<Named, 'feature' | 'name'>): string =>
  `${feature}${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

/** One call; what it has in common with others is added to `shared`. */
export const operationOf = ({ feature, name, route }: Named, shared: Shared): Operation => {
  const operationId = operationIdOf({ feature, name })
  const read = readerOf(shared)
  const requestBody = requestBodyOf(route, { read, shared, example: givenExamples[operationId] })
  const failures = failuresOf({ feature, name, route })
  return {
    operationId,
    tags: [feature],
    summary: route.summary,
    description: facts(route).join('\n'),
    security: securityOf(route),
    parameters: parametersOf(route, read),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: { ...answersOf(route, { read, shared }), ...commonOf(refusals(failures), shared) },
  }
}

type Read = (schema: $ZodType, io: 'input' | 'output') => JsonSchema

const readerOf =
  (all: Shared): Read =>
  (given, io) => {
    const { schema, shared } = schemaOf(given, io)
    Object.assign(all.schemas, shared)
    return schema
  }

const facts = (route: Route): string[] => [
  {
    anyone: 'Open to everyone.',
    user: 'For a signed-in user.',
    moderator: 'For moderators and admins.',
    admin: 'For admins.',
  }[route.access],
  ...(route.apiKey
    ? [`API keys with the scope ${route.apiKey.map((scope) => `\`${scope}\``).join(' or ')} may call it.`]
    : []),
  ...(route.stepUp ? ['The session must have confirmed who uses it in the last 10 minutes.'] : []),
  ...(route.checks ?? []).map((check) => checkFacts[check]),
  ...(route.limits ?? []).map(limitFact),
  ...(route.whileLocked ? ['Also for a locked account.'] : []),
  ...(route.whileMaintained ? ['Also during maintenance.'] : []),
]

const checkFacts = {
  captcha: 'Asks for the answer to a captcha.',
  antibot: 'Asks for the answer to a human check.',
  page: 'The page at the given address is checked first.',
  'captcha-keys': 'The keys are checked with the captcha provider first.',
} as const satisfies Record<NonNullable<Route['checks']>[number], string>

const limitFact = ({ by, points, seconds }: Limit): string => {
  const whose = { user: 'user', net: 'network', device: 'device' }[by]
  return `At most ${points} calls per ${whose} in ${seconds} s.`
}

const securityOf = (route: Route): Operation['security'] => [
  ...(route.access === 'anyone' ? [{}] : []),
  { session: [] },
  ...(route.apiKey === undefined ? [] : [{ apiKey: route.apiKey }]),
]

const parametersOf = (route: Route, read: Read): Parameter[] => [
  ...fieldsOf(route.params, read).map((field) => ({ ...field, in: 'path' as const, required: true })),
  ...fieldsOf(route.query, read).map((field) => ({ ...field, in: 'query' as const })),
  ...fieldsOf(route.headers, read).map((field) => ({ ...field, in: 'header' as const })),
  ...(route.idempotent ? [idempotencyKey] : []),
]

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key from the same user gets the first answer again.',
  schema: { type: 'string', pattern: '^[\\w-]{8,100}$' },
}

const fieldsOf = (fields: $ZodObject | undefined, read: Read): Omit<Parameter, 'in'>[] => {
  if (fields === undefined) return []
  const { properties = {}, required = [] } = read(fields, 'input')
  return Object.entries(properties).map(([name, schema]) => ({ name, required: required.includes(name), schema }))
}

interface Reading {
  readonly read: Read
  readonly shared: Shared
}

const requestBodyOf = (
  route: Route,
  { read, shared, example }: Reading & { readonly example: unknown },
): Operation['requestBody'] => {
  if (route.kind === 'raw') {
    return route.method === 'GET' ? undefined : { required: true, content: { '*/*': { schema: {} } } }
  }
  if (route.kind === 'upload') {
    const properties = { [IMAGE_FIELD]: { type: 'string', format: 'binary' } }
    const schema = { type: 'object', required: [IMAGE_FIELD], properties }
    return { required: true, content: { 'multipart/form-data': { schema } } }
  }
  if (route.body === undefined) return undefined
  const schema = read(route.body, 'input')
  const media = { schema, example: example ?? exampleOf(schema, shared.schemas) }
  return { required: true, content: { 'application/json': media } }
}

const answersOf = (route: Route, { read, shared }: Reading): Record<string, Answer> => {
  const { kind = 'json' } = route
  if (kind === 'raw') {
    return { default: { description: 'A plain answer for the caller.', content: { 'text/plain': text } } }
  }
  const types = { events: 'text/event-stream', csv: 'text/csv', file: IMAGE_TYPE, download: 'application/json' }
  if (kind !== 'json' && kind !== 'upload') {
    return { 200: { description: 'Done.', content: { [types[kind]]: kind === 'download' ? { schema: {} } : text } } }
  }
  const schema = read(route.answer, 'output')
  return {
    200: {
      description: 'Done.',
      content: { 'application/json': { schema, example: exampleOf(schema, shared.schemas) } },
    },
  }
}

const text: Media = { schema: { type: 'string' } }

/** Refers to an answer that another call has too; its name counts those of the same status. */
const commonOf = (answers: Record<string, Answer>, { responses }: Shared): Record<string, Reference> =>
  Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => {
      const same = Object.entries(responses).filter(([name]) => name.startsWith(`Refusal${status}`))
      const known = same.find(([, { description }]) => description === answer.description)?.[0]
      const name = known ?? `Refusal${status}_${same.length + 1}`
      responses[name] ??= answer
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )

/** One answer for each status, with its codes in words and as an example. */
const refusals = (failures: readonly FailureCode[]): Record<string, Answer> => {
  const statuses = [...new Set(failures.map(({ status }) => status))].toSorted((one, other) => one - other)
  return Object.fromEntries(
    statuses.map((status) => [status, refusalOf(failures.filter((each) => each.status === status))]),
  )
}

const refusalOf = (codes: readonly FailureCode[]): Answer => {
  const explained = codes.flatMap(({ code, when }) => (when === undefined ? [] : [`\`${code}\`: ${when}`]))
  const others = codes.flatMap(({ code, when }) => (when === undefined ? [`\`${code}\``] : []))
  const [first] = codes
  const example = { code: first?.code, msg: 'A sentence in the reader’s language.' }
  const schema = { $ref: '#/components/schemas/Failure' }
  return {
    description: [...explained, ...(others.length ? [`Codes of this group of calls: ${others.join(', ')}.`] : [])].join(
      '\n',
    ),
    content: { 'application/json': { schema, example } },
  }
}

/** Examples of bodies whose rules a schema alone doesn’t tell, by the name of the call. */
const givenExamples: Readonly<Record<string, object>> = {
  authLogin: {
    login: 'alice@example.com',
    password: 'correct horse battery staple',
    captcha: { id: 'kP3vX8qLr2TgYw7Zb5NcJ4', picks: [] },
  },
  advertiseEdit: { status: 'paused' },
}
