import type { Route, RouteTable } from '@runnel/contract/route'
import type { Settings } from '@runnel/contract/settings'
import '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'

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
import { Refusal, refuse } from '#kernel/refusal.ts'
import type { Rooms } from '#kernel/rooms.ts'
import { type Caller, findCaller, isStale, touchSession, type Visitor } from '#kernel/session.ts'
import { requireFreshProof } from '#kernel/step-up.ts'

/** Mounts a route table on Fastify: session → access → rate → parse → checks → one transaction → checked answer. */
export const mount = <T extends RouteTable>(
  app: FastifyInstance,
  { table, handlers, rooms }: { table: T; handlers: AllHandlers<T>; rooms: Rooms },
): void => {
  const streams = openStreams()
  const uploads = openUploads()
  app.addHook('preClose', async () => streams.endAll())
  keepNothing(app)
  for (const [feature, routes] of Object.entries(table)) {
    for (const [endpoint, route] of Object.entries(routes)) {
      // `AllHandlers` holds for this very table that the handler of this name fits this route.
      const handler = handlers[feature]?.[endpoint] as Carried['handler']
      const given: RouteOptions = {
        method: route.method,
        url: route.path.replace(/\{(\w+)\}/g, ':$1').replace(/(?<=.)\/$/, ''),
        handler: (request, reply) => answer({ route, handler, rooms, streams, uploads, request, reply }),
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
}

const answer = async ({ route, handler, rooms, streams, uploads, request, reply }: Asked): Promise<unknown> => {
  const now = rooms.clock()
  const settings = rooms.settings.current()
  const visitor = rooms.meet(request)
  if (visitor.deviceCookie !== null) reply.header('set-cookie', visitor.deviceCookie)
  const arrived = await callerOf({ rooms, request, route, now })
  admit({ route, caller: arrived, settings, now })
  const caller = arrived && inRole(arrived, settings)
  await rate({ rooms, route, caller, visitor })
  const input = parseInput(route, request)
  const idempotencyKey = keyOf(route, request)
  const carried: Carried = { route, handler, rooms, input, caller, visitor, settings, now, idempotencyKey, request }
  if (route.kind === 'upload') {
    const who = caller?.id ?? visitor.net
    return uploads.during({ request, route, who }, (upload) => carryOut({ ...carried, input: { ...input, upload } }))
  }
  const carrying = carryOut(carried)
  const result = await (arrived && lacksTwoStep(arrived, settings) ? carrying.catch(explained) : carrying)
  if (route.kind === 'events') return sendEvents({ reply, result, log: request.log, streams })
  if (route.kind === 'csv') return sendCsv(reply, result)
  if (route.kind === 'raw') return sendPlain(reply, result)
  if (route.kind === 'file') return sendFile(reply, result)
  if (route.kind === 'download') return sendDownload(reply, result)
  return result
}

interface Calling {
  readonly rooms: Rooms
  readonly request: FastifyRequest
  readonly route: Route
  readonly now: Date
}

const callerOf = async ({ rooms, request, route, now }: Calling): Promise<Caller | undefined> => {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) {
    if (route.access !== 'anyone') refuse('noSession', 'NO_SESSION', 'Please sign in.')
    return undefined
  }
  const caller = await findCaller(rooms.db, token, now)
  if (caller === undefined) {
    if (route.access !== 'anyone') refuse('noSession', 'SESSION_ENDED', 'Your session has ended. Please sign in again.')
    return undefined
  }
  if (isStale(caller, now)) {
    touchSession(rooms.db, caller, now).catch((error: unknown) =>
      request.log.warn({ err: String(error) }, 'touch failed'),
    )
  }
  return caller
}

interface Admitting {
  readonly route: Route
  readonly caller: Caller | undefined
  readonly settings: Settings
  readonly now: Date
}

const rank = { user: 0, moderator: 1, admin: 2 } as const

const admit = ({ route, caller, settings, now }: Admitting): void => {
  if (settings.maintenance && route.whileMaintained !== true && (caller?.role ?? 'user') === 'user') {
    const msg = settings.maintenance_message || 'We are improving the site and will be back soon.'
    refuse('maintenance', 'MAINTENANCE', msg, { isMaintaining: true })
  }
  if (caller === undefined) return
  if (caller.locked && route.whileLocked !== true && route.access !== 'anyone') {
    const why = caller.lockReason ?? 'ask the owner why'
    // Most reasons are whole sentences, with their stop.
    refuse('locked', 'ACCOUNT_LOCKED', `Your account is locked: ${why}${/[.!?]$/.test(why) ? '' : '.'}`)
  }
  if (caller.needsInit && route.beforeInit !== true && route.access !== 'anyone') {
    const action = { type: 'redirect', path: '/app/account/init' } as const
    refuse('conflict', 'NEEDS_INIT', 'Please choose your username first.', { action })
  }
  if (route.access === 'moderator' || route.access === 'admin') {
    if (rank[caller.role] < rank[route.access]) refuse('forbidden', 'FORBIDDEN', 'This is not yours to do.')
    if (lacksTwoStep(caller, settings)) refuseForTwoStep()
  }
  if (route.stepUp === true) requireFreshProof({ caller, now })
}

const lacksTwoStep = (caller: Caller, settings: Settings): boolean =>
  settings.two_step_staff && caller.role !== 'user' && !caller.hasTwoStep

const refuseForTwoStep = (): never => {
  const action = { type: 'redirect', path: '/app/account' } as const
  return refuse('forbidden', 'TWO_STEP_REQUIRED', 'This site asks its people for 2-step login. Please set it up.', {
    action,
  })
}

/** What a rule keeps from users like others may be open to the site's people: then they are told what it takes. */
const explained = (error: unknown): never => {
  if (error instanceof Refusal && error.failure.code === 'FORBIDDEN') refuseForTwoStep()
  throw error
}

/** Without the second step that their role asks for, the site's people are users like others in every rule. */
const inRole = (caller: Caller, settings: Settings): Caller =>
  lacksTwoStep(caller, settings) ? { ...caller, role: 'user' } : caller

interface Rating {
  readonly rooms: Rooms
  readonly route: Route
  readonly caller: Caller | undefined
  readonly visitor: Visitor
}

const rate = async ({ rooms, route, caller, visitor }: Rating): Promise<void> => {
  const who = { user: caller?.id, net: visitor.net, device: visitor.deviceId }
  for (const limit of route.limits ?? []) {
    const counted = who[limit.by]
    if (counted !== undefined) await rooms.limits.take(`${route.method} ${route.path}`, limit, counted)
  }
}

const keyOf = (route: Route, request: FastifyRequest): string | undefined => {
  const key = request.headers['idempotency-key']
  if (route.idempotent !== true || key === undefined) return undefined
  if (typeof key !== 'string' || !isKey(key)) {
    return refuse('malformed', 'BAD_IDEMPOTENCY_KEY', 'The Idempotency-Key must be 8 to 100 of A-Z, a-z, 0-9, _ and -.')
  }
  return key
}
