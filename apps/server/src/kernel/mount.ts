import type { Route, RouteTable } from '@runnel/contract/route'
import { BODY_BYTES } from '@runnel/contract/constants'
import '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'

import { arrive, type Arrived, explained } from '#kernel/arrive.ts'
import { refuseTooLarge } from '#kernel/mount-body.ts'
import { carryOut, type Carried } from '#kernel/carry-out.ts'
import type { AllHandlers } from '#kernel/context.ts'
import { isKey } from '#kernel/idempotency.ts'
import {
  openStreams,
  sendCsv,
  sendDownload,
  sendEvents,
  sendFile,
  sendPlain,
  type Streams,
} from '#kernel/mount-send.ts'
import { mountUpload, openUploads, type Uploads } from '#kernel/mount-upload.ts'
import { parseInput } from '#kernel/parse.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import type { Rooms } from '#kernel/rooms.ts'

/**
 * Mounts a route table on Fastify: allowance → session → access → rate → body → parse → checks → one
 * transaction → checked answer.
 * What is refused by the first four is refused before any of the body is read.
 */
export const mount = <T extends RouteTable>(
  app: FastifyInstance,
  { table, handlers, rooms }: { table: T; handlers: AllHandlers<T>; rooms: Rooms },
): void => {
  const streams = openStreams()
  const uploads = openUploads()
  const arrivals = new WeakMap<FastifyRequest, Arrived>()
  app.addHook('preClose', async () => streams.endAll())
  keepNothing(app)
  for (const [feature, routes] of Object.entries(table)) {
    for (const [endpoint, route] of Object.entries(routes)) {
      // `AllHandlers` holds for this very table that the handler of this name fits this route.
      const handler = handlers[feature]?.[endpoint] as Carried['handler']
      const given: RouteOptions = {
        method: route.method,
        url: route.path.replace(/\{(\w+)\}/g, ':$1').replace(/(?<=.)\/$/, ''),
        bodyLimit: bodyLimitOf(route),
        config: { isEndpoint: true },
        onRequest: async (request, reply) => {
          const visitor = rooms.meet(request)
          if (visitor.deviceCookie !== null) reply.header('set-cookie', visitor.deviceCookie)
          arrivals.set(request, await arrive({ rooms, route, request, visitor }))
          refuseTooLarge(request, route.kind === 'upload' ? Infinity : bodyLimitOf(route))
        },
        handler: (request, reply) => {
          const arrived = arrivals.get(request)
          assert(arrived !== undefined, 'a request is let in before it is answered')
          return answer({ route, handler, rooms, streams, uploads, request, reply, arrived })
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
const keepNothing = (app: FastifyInstance): void => {
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
  void app.register(async (room) => {
    room.removeAllContentTypeParsers()
    room.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    room.route(route)
  })
}

interface Asked {
  readonly route: Route
  readonly handler: Carried['handler']
  readonly rooms: Rooms
  readonly streams: Streams
  readonly uploads: Uploads
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly arrived: Arrived
}

const answer = async (asked: Asked): Promise<unknown> => {
  const { route, handler, rooms, streams, uploads, request, reply, arrived } = asked
  const { caller, visitor, lacksTwoStep } = arrived
  const now = rooms.clock()
  const settings = rooms.settings.current()
  const input = parseInput(route, request)
  const idempotencyKey = keyOf(route, request)
  const carried: Carried = { route, handler, rooms, input, caller, visitor, settings, now, idempotencyKey, request }
  if (route.kind === 'upload') {
    const who = caller?.id ?? visitor.net
    return uploads.during({ request, route, who }, (upload) => carryOut({ ...carried, input: { ...input, upload } }))
  }
  const carrying = carryOut(carried)
  const result = await (lacksTwoStep ? carrying.catch(explained) : carrying)
  if (route.kind === 'events') return sendEvents({ reply, result, log: request.log, streams })
  if (route.kind === 'csv') return sendCsv(reply, result)
  if (route.kind === 'raw') return sendPlain(reply, result)
  if (route.kind === 'file') return sendFile(reply, result)
  if (route.kind === 'download') return sendDownload(reply, result)
  return result
}

const keyOf = (route: Route, request: FastifyRequest): string | undefined => {
  const key = request.headers['idempotency-key']
  if (route.idempotent !== true || key === undefined) return undefined
  if (typeof key !== 'string' || !isKey(key)) {
    return refuse(
      'malformed',
      'BAD_IDEMPOTENCY_KEY',
      'The Idempotency-Key must have 8 to 100 characters: A–Z, a–z, 0–9, _ and -.',
    )
  }
  return key
}
