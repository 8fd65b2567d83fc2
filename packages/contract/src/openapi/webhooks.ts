import { eventScopes, eventSummary, webhookBody, WebhookEvent } from '#contract/account/webhook-events.ts'
import { exampleOf } from './example.ts'
import { type JsonSchema, schemaOf } from './json-schema.ts'
import type { Answer, Parameter, Reference, Shared } from './operation.ts'

/** A request that the site sends to an endpoint. */
export interface WebhookOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly Reference[]
  readonly requestBody: {
    readonly required: true
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema; readonly example: unknown }>>
  }
  readonly responses: Readonly<Record<string, Answer>>
}

/** Every event by its name. */
export const webhooksOf = (shared: Shared): Readonly<Record<string, { readonly post: WebhookOperation }>> =>
  Object.fromEntries(WebhookEvent.options.map((event) => [event, { post: operationOf(event, shared) }]))

const operationOf = (event: WebhookEvent, shared: Shared): WebhookOperation => {
  const { schema, shared: named } = schemaOf(webhookBody(event), 'output')
  Object.assign(shared.schemas, named)
  return {
    operationId: `on${event.replaceAll(/(?:^|\.)(\w)/g, (_all, first: string) => first.toUpperCase())}`,
    summary: eventSummary[event],
    description:
      (eventScopes[event] === 'admin-read'
        ? 'For endpoints of the site only.'
        : `An API key with the scope \`${eventScopes[event]}\` reads the same facts.`) +
      ' Verify the signature first: it is made by the Standard Webhooks specification.',
    parameters: Object.keys(webhookHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: exampleOf(schema, shared.schemas) } },
    },
    responses: {
      '2XX': { description: 'Received. Any other answer, and none within 10 s, is retried for a day.' },
      '410': { description: 'The endpoint is turned off.' },
    },
  }
}

const header = (name: string, description: string): Parameter => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** What each request carries, by the names of the headers. */
export const webhookHeaders: Readonly<Record<string, Parameter>> = {
  'webhook-id': header('webhook-id', 'The same at every attempt: handle each once.'),
  'webhook-timestamp': header(
    'webhook-timestamp',
    'Seconds since 1970 of this attempt. Refuse what is older than 5 minutes.',
  ),
  'webhook-signature': header(
    'webhook-signature',
    '`v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body` with the bytes of the secret; several, with a ' +
      'space between, for a day after the secret was changed.',
  ),
}
