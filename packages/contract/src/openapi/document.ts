import { BODY_BYTES, BODY_DEPTH, BODY_VALUES } from '#contract/constants.ts'
import { Failure } from '#contract/failure.ts'
import { contract } from '#contract/index.ts'
import type { Route } from '#contract/route.ts'
import { schemaOf } from './json-schema.ts'
import { type Operation, operationOf, type Parameter, type Shared } from './operation.ts'
import { type WebhookOperation, webhookHeaders, webhooksOf } from './webhooks.ts'

/** Where the document and its page are served. */
export const OPENAPI_PATH = '/api/openapi.json'
export const API_PAGE_PATH = '/api/docs'

export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: WebhookOperation }>>
  readonly components: Shared & {
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly securitySchemes: object
  }
}

interface Described {
  readonly title: string
  readonly origin: string
  /** Called between two endpoints: the whole takes about a second, in which a server has others to answer. */
  readonly rest?: () => Promise<unknown>
}

/** The whole route table as one OpenAPI 3.1 document. */
export const openApiDocument = async ({ title, origin, rest }: Described): Promise<OpenApiDocument> => {
  const shared: Shared = { schemas: { ...schemaOf(Failure, 'output').shared }, responses: {} }
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [feature, routes] of Object.entries(contract)) {
    for (const [name, route] of Object.entries<Route>(routes)) {
      await rest?.()
      const path = route.path.replace(/(?<=.)\/$/, '')
      const operation = operationOf({ feature, name, route }, shared)
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
    }
  }
  const webhooks = webhooksOf(shared)
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description: introduction },
    servers: [{ url: origin }],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths,
    webhooks,
    components: { ...shared, parameters: webhookHeaders, securitySchemes },
  }
}

const introduction = [
  'All requests that this site answers. Amounts are whole units: 100,000 units are one currency unit.',
  'Sign in with `POST /api/auth/login` and send the token that it answers with each call, as ' +
    '`Authorization: Bearer <token>`. Programs use an API key instead.',
  'No cookie carries any authority, so there is no CSRF token: a page of another site can’t act for a signed-in ' +
    'user. The cookie `did` only names the device; keep it between calls, because human checks are bound to it.',
  'A call with an `Idempotency-Key` may be sent again with the same key: it counts only once.',
  `A body has at most ${BODY_BYTES / 1_024} KB where a call doesn’t name another size, ${BODY_VALUES} values, and ` +
    `nests ${BODY_DEPTH} deep.`,
  'Every refusal is a `Failure` with a code that programs may rely on, the values that it names, and a sentence in ' +
    'the reader’s language.',
].join('\n')

const securitySchemes = {
  session: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a session. It ends when its user signs out, changes the password or is locked.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key, created in the account and sent as `Authorization: Bearer rk_…`. It opens what its scopes name, ' +
      'and nothing that earns, pays out or needs a fresh confirmation.',
  },
} as const
