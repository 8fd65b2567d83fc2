import type { Route } from '@runnel/contract/route'
import type { Settings } from '@runnel/contract/settings/settings'
import * as z from 'zod/mini'
import { auditExport, isExport } from '#kernel/audit.ts'
import type { DeferredCheck, WriteAccess } from '#kernel/context.ts'
import { databaseError, type Tx } from '#kernel/db.ts'
import { callAlone, callFirst, callIn } from '#kernel/postgres/statements.ts'
import { assert, Refusal } from '#kernel/refusal.ts'
import type { IncomingRequestWithLog, Services } from '#kernel/services.ts'
import type { Caller, Visitor } from '#kernel/session.ts'
import { callOf, type IdempotencyClaim, storeResponse, storedResponse, claimIdempotencyKey } from './idempotency.ts'
import type { ParsedInput } from './parse.ts'

/** A request that was admitted and parsed. */
export interface HandlerCall {
  readonly route: Route
  readonly handler: (input: ParsedInput, context: object) => unknown
  readonly deps: Services
  readonly input: ParsedInput
  readonly caller: Caller | undefined
  readonly visitor: Visitor
  readonly settings: Settings
  readonly now: Date
  readonly idempotencyKey: string | undefined
  readonly request: IncomingRequestWithLog
}

/** Runs the checks, then the handler in the kind of transaction that the contract names. */
export const runHandler = async (carried: HandlerCall): Promise<unknown> => {
  const { route, handler, deps, input } = carried
  const claimed = claimedBy(carried)
  if (claimed !== undefined) {
    const before = await storedResponse(deps.db.read, claimed)
    if (before !== undefined) return before
  }
  const deferred = await runChecks(carried)
  const base = baseOf(carried)
  if (route.kind === 'events') return handler(input, { ...base, db: deps.db.read })
  if (route.transaction === 'read') {
    const answer = checked(route, await read(carried))
    const exported = { route, query: input.query, caller: carried.caller }
    // What is not written down does not leave.
    if (isExport(exported)) await auditExport({ ...base, ...exported, db: deps.db })
    return answer
  }
  if (route.transaction === 'none') {
    return checked(route, await handler(input, { ...base, db: deps.db, adapters: deps.adapters }))
  }
  return writeChecked(carried, { claimed, deferred })
}

/** Reads from a replica what may lag, and from the primary if the replica fails. */
const read = async (carried: HandlerCall): Promise<unknown> => {
  const { route, handler, deps, input } = carried
  const base = baseOf(carried)
  const replica = route.mayLag === true ? await deps.db.replica() : undefined
  if (replica !== undefined) {
    try {
      return await handler(input, { ...base, db: replica })
    } catch (error) {
      if (databaseError(error) === undefined && !isAway(error)) throw error
    }
  }
  return handler(input, { ...base, db: deps.db.read })
}

const isAway = (error: unknown): boolean => error instanceof Refusal && error.failure.code === 'DATABASE_AWAY'

const baseOf = ({ caller, visitor, settings, deps, now, request }: HandlerCall) => ({
  caller,
  visitor,
  settings,
  closed: deps.closed.current(),
  now,
  locale: request.locale,
  log: request.log,
})

const claimedBy = ({ idempotencyKey, caller, route, input }: HandlerCall): IdempotencyClaim | undefined =>
  idempotencyKey === undefined || caller === undefined
    ? undefined
    : { userId: caller.id, key: idempotencyKey, call: callOf(`${route.method} ${route.path}`, input) }

/** Runs the checks of a route; the last one may leave its change to the transaction. */
const runChecks = async (carried: HandlerCall): Promise<DeferredCheck | undefined> => {
  const { route, deps, input, request, ...rest } = carried
  const { checks = [] } = route
  let deferred: DeferredCheck | undefined
  for (const [index, check] of checks.entries()) {
    const left = await deps.checks[check]({
      route,
      body: input.body,
      headers: input.headers,
      rawHeaders: request.headers,
      caller: rest.caller,
      visitor: rest.visitor,
      settings: rest.settings,
      now: rest.now,
      idempotencyKey: rest.idempotencyKey,
      // What a guest asks for may cost much before its first statement, such as the hash of a password.
      mayDefer: route.transaction === 'write' && rest.caller !== undefined && index === checks.length - 1,
    })
    deferred = left ?? undefined
  }
  return deferred
}

interface WriteInput {
  readonly claimed: IdempotencyClaim | undefined
  readonly deferred?: DeferredCheck | undefined
}

/**
 * Carries the change of a check out with the handler, in one commit. What is wrong about it is judged, and remembered,
 * in a transaction of its own; and whatever the handler refuses, the check is used up as if it had come before, but for
 * a refusal that keeps it.
 */
const writeChecked = async (carried: HandlerCall, { claimed, deferred }: WriteInput): Promise<unknown> => {
  if (deferred === undefined) return write(carried, { claimed })
  try {
    return await write(carried, { claimed, deferred })
  } catch (error) {
    if (error instanceof Refusal && error.keepsCheck) throw error
    if (!isNotPassed(error)) {
      await deferred
        .useUp()
        .catch((failed: unknown) => carried.request.log.error({ err: String(failed) }, 'could not consume a challenge'))
      throw error
    }
  }
  await deferred.judge()
  return write(carried, { claimed })
}

const NOT_PASSED = 'RN010'

/** Whether the check of a transaction did not pass. */
const isNotPassed = (error: unknown): boolean => databaseError(error)?.code === NOT_PASSED

const write = async (carried: HandlerCall, { claimed, deferred }: WriteInput): Promise<unknown> => {
  const { route, handler, deps, input, now, request } = carried
  let afterwards: (() => Promise<void>)[] = []
  let refused: Parameters<WriteAccess['onRollback']>[0][] = []
  let told = new Set<string>()
  const transaction = deps.db.write(async (tx) => {
    // A repeated transaction starts with nothing to do afterwards.
    afterwards = []
    refused = []
    told = new Set()
    if (deferred !== undefined) await callFirst(tx, deferred.pass)
    const before = claimed === undefined ? undefined : await claimIdempotencyKey(tx, claimed, now)
    if (before !== undefined) return before
    const writing = writeAccessOf({ tx, deps, afterwards, refused, told, isWhole: claimed === undefined })
    const given = checked(route, await handler(input, { ...baseOf(carried), ...writing }))
    if (claimed !== undefined) await storeResponse(tx, claimed, given)
    return given
  })
  const result = await transaction.catch(async (error: unknown) => {
    if (isNotPassed(error)) throw error
    for (const work of refused) {
      await deps.db
        .write((tx) => work(tx, enqueueIn(tx, deps)))
        .catch((failed: unknown) =>
          request.log.error({ err: String(failed) }, 'could not store the side effects of a refusal'),
        )
    }
    throw error
  })
  for (const userId of told) deps.live.notify(userId)
  for (const work of afterwards) {
    await work().catch((error: unknown) => request.log.error({ err: String(error) }, 'a task after a commit failed'))
  }
  return result
}

interface WriteAccessInput {
  readonly tx: Tx
  readonly deps: Services
  readonly afterwards: (() => Promise<void>)[]
  readonly refused: Parameters<WriteAccess['onRollback']>[0][]
  readonly told: Set<string>
  /** Whether the transaction is the handler's alone: an idempotency key is kept in the same one. */
  readonly isWhole: boolean
}

const writeAccessOf = ({ tx, deps, afterwards, refused, told, isWhole }: WriteAccessInput): WriteAccess => ({
  tx,
  callAlone: (call) => (isWhole ? callAlone(tx, call) : callIn(tx, call)),
  enqueue: enqueueIn(tx, deps),
  notifyLive: (userId) => void told.add(userId),
  afterCommit: (work) => void afterwards.push(work),
  onRollback: (work) => void refused.push(work),
})

const enqueueIn =
  (tx: Tx, { queue }: Services): WriteAccess['enqueue'] =>
  (job, payload, options) =>
    queue.enqueue(tx, job, payload, options)

/** The answer as the contract allows it: unknown fields cut off, and an answer that breaks it is an error of ours. */
const checked = (route: Route, given: unknown): object => {
  const parsed = z.safeParse(route.answer, given)
  if (!parsed.success) {
    const where = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
    throw new Error(`the answer of ${route.method} ${route.path} breaks its contract: ${where}`)
  }
  assert(typeof parsed.data === 'object' && parsed.data !== null, 'an answer is an object')
  return parsed.data
}
