import { BODY_BYTES } from '@runnel/contract/constants'
import type { Route, RouteTable } from '@runnel/contract/route'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import '@fastify/cookie'
import type { AllHandlers } from '#kernel/context.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import type { Services } from '#kernel/services.ts'
import { say } from '#kernel/words/say.ts'
import { admitRequest, type AdmittedRequest, explainForbidden } from './admit-request.ts'
import { isKey } from './idempotency.ts'
import { refuseTooLarge } from './mount-body.ts'
import { openStreams, sendCsv, sendDownload, sendEvents, sendFile, sendPlain, type Streams } from './mount-send.ts'
import { mountUpload, openUploads, type Uploads } from './mount-upload.ts'
import { parseRequest } from './parse.ts'
import { runHandler, type HandlerCall } from './run-handler.ts'

/**
 * Mounts a route table on Fastify: allowance → session → access → rate → body → parse → checks → one
 * transaction → checked answer.
 * What is refused by the first four is refused before any of the body is read.
 */
export const mount = <T extends RouteTable>(
  app: FastifyInstance,
  { table, handlers, deps }: { table: T; handlers: AllHandlers<T>; deps: Services },
): void => {
  const streams = openStreams()
  const uploads = openUploads()
  const arrivals = new WeakMap<FastifyRequest, AdmittedRequest>()
  app.addHook('preClose', async () => streams.endAll())
  forbidCaching(app)
  for (const [feature, routes] of Object.entries(table)) {
    for (const [endpoint, route] of Object.entries(routes)) {
      // `AllHandlers` holds for this very table that the handler of this name fits this route.
      const handler = handlers[feature]?.[endpoint] as HandlerCall['handler']
      const given: RouteOptions = {
        method: route.method,
        url: route.path.replace(/\{(\w+)\}/g, ':$1').replace(/(?<=.)\/$/, ''),
        bodyLimit: bodyLimitOf(route),
        config: { isEndpoint: true },
        onRequest: async (request, reply) => {
          const visitor = deps.identifyVisitor(request)
          if (visitor.deviceCookie !== null) reply.header('set-cookie', visitor.deviceCookie)
          arrivals.set(request, await admitRequest({ deps, route, request, visitor }))
          refuseTooLarge(request, route.kind === 'upload' ? Infinity : bodyLimitOf(route))
        },
        handler: (request, reply) => {
          const arrived = arrivals.get(request)
          assert(arrived !== undefined, 'a request is let in before it is answered')
          return answer({ route, handler, deps, streams, uploads, request, reply, arrived })
        },
      }
      if (route.kind === 'raw') mountRaw(app, given)
      else if (route.kind === 'upload') mountUpload(app, { route, options: given })
      else app.route(given)
    }
  }
}

/**
 * Nearly every answer is about a person or a device, or carries a token, so none is left to a browser or a proxy to
 * store: neither those of the table, nor refusals before a route is found.
 */
const forbidCaching = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    isEndpoint?: true
  }
}

/** Tells the routes of a contract from others of the same server. */
export const isEndpoint = (config: { readonly isEndpoint?: true }): boolean => config.isEndpoint === true

const bodyLimitOf = ({ bodyLimit = BODY_BYTES }: Route): number => bodyLimit

/** A route whose body stays the bytes that were sent, whatever type they claim to be of. */
const mountRaw = (app: FastifyInstance, route: RouteOptions): void => {
  void app.register(async (store) => {
    store.removeAllContentTypeParsers()
    store.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    store.route(route)
  })
}

interface Asked {
  readonly route: Route
  readonly handler: HandlerCall['handler']
  readonly deps: Services
  readonly streams: Streams
  readonly uploads: Uploads
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly arrived: AdmittedRequest
}

const answer = async (asked: Asked): Promise<unknown> => {
  const { route, handler, deps, streams, uploads, request, reply, arrived } = asked
  const { caller, visitor, lacksTwoStep } = arrived
  const now = deps.clock()
  const settings = deps.settings.current()
  const input = parseRequest(route, request)
  const idempotencyKey = keyOf(route, request)
  const call: HandlerCall = { route, handler, deps, input, caller, visitor, settings, now, idempotencyKey, request }
  if (route.kind === 'upload') {
    const who = caller?.id ?? visitor.net
    return uploads.during({ request, route, who }, (upload) => runHandler({ ...call, input: { ...input, upload } }))
  }
  const carrying = runHandler(call)
  const result = await (lacksTwoStep ? carrying.catch(explainForbidden) : carrying)
  if (route.kind === 'events') return sendEvents({ reply, result, log: request.log, streams })
  if (route.kind === 'csv') return sendCsv(reply, result, request.locale)
  if (route.kind === 'raw') return sendPlain(reply, result)
  if (route.kind === 'file') return sendFile(reply, result)
  if (route.kind === 'download') return sendDownload(reply, result, request.locale)
  return result
}

const keyOf = (route: Route, request: FastifyRequest): string | undefined => {
  const key = request.headers['idempotency-key']
  if (route.idempotent !== true || key === undefined) return undefined
  if (typeof key !== 'string' || !isKey(key)) {
    return refuse('malformed', 'BAD_IDEMPOTENCY_KEY', say('request.idempotencyKeyMust8'))
  }
  return key
}
