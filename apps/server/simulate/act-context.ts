import { isDeepStrictEqual } from 'node:util'
import { contract } from '@runnel/contract'
import { type Client, createClient, type Request, type Transport } from '@runnel/contract/client'
import type { TransferKind } from '#money/kinds.ts'
import type { Dice } from './dice.ts'
import type { SiteNode } from './node.ts'
import type { Person } from './people.ts'
import type { Site } from './site.ts'

export type Api = Client<typeof contract>

/** What the server answered when it refused. */
export class RefusedError extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, sentence: string) {
    super(`${status} ${code}: ${sentence}`)
    this.status = status
    this.code = code
  }
}

/** There is nothing that this act could be about. */
export class NothingToDoError extends Error {}

/** What one act has to act with, and where it writes down what must have come of it. */
export interface ActContext {
  readonly site: Site
  readonly dice: Dice
  readonly now: Date
  /** The contract as functions, for somebody. Some requests are sent twice at once, to several nodes. */
  readonly as: (person: Person) => Api
  /** Any member, and somebody of the first few more often, so that people meet. */
  readonly member: () => Person
  readonly admin: () => Person
  readonly node: () => SiteNode
  readonly rows: (sql: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>
  /** One of the rows, or the act has nothing to do. */
  readonly one: (sql: string, values?: readonly unknown[]) => Promise<Record<string, string>>
  /** What somebody owns less what they owe must have changed by so much when the act is over. */
  readonly expect: (userId: string, change: number) => void
  /** Anybody's balance may change, by movements that the act's kind allows. */
  readonly expectAnything: () => void
  /** An admin raised what somebody has, or can get, without anybody else. */
  readonly raised: (admin: Person, of: string, amount: number) => void
  readonly problem: (sentence: string) => void
  readonly record: ActRecord
}

export interface ActRecord {
  readonly expected: Map<string, number>
  isAnything: boolean
  /** A node was killed or the database lost: errors of ours are excused, and the sums begin anew. */
  isTrouble: boolean
  /** A person decided about each payment by name, which nothing that stops a source holds back. */
  isDecided: boolean
  readonly problems: string[]
  /** Who of the site's people did something that must stand in the audit log. */
  readonly staffActs: Set<string>
}

/** A kind of act: how often it is done, what it may move, and how it is done. */
export interface ActKind {
  readonly weight: number
  readonly moves: readonly TransferKind[]
  /** Returns what happened in words. */
  readonly run: (context: ActContext) => Promise<string>
}

const TWICE_SHARE = 0.15

export const openActContext = (site: Site, dice: Dice): ActContext => {
  const record: ActRecord = {
    expected: new Map(),
    isAnything: false,
    isTrouble: false,
    isDecided: false,
    problems: [],
    staffActs: new Set(),
  }
  const node = (): SiteNode => {
    const found = dice.pick(site.nodes)
    if (found === undefined) throw new Error('a site has a node')
    return found
  }
  const rows: ActContext['rows'] = (sql, values = []) => site.db.raw(sql, values)
  const context: ActContext = {
    site,
    dice,
    now: site.clock(),
    as: (person) => createClient(contract, transportOf(context, person)),
    member: () => {
      const few = dice.chance(0.6) ? site.members.slice(0, 6) : site.members
      return dice.pick(few) ?? site.owner
    },
    admin: () => (dice.chance(0.6) ? site.owner : site.partner),
    node,
    rows,
    one: async (sql, values) => {
      const found = dice.pick(await rows(sql, values))
      if (found === undefined) throw new NothingToDoError()
      // The caller names the columns, all of which it reads as text.
      return found as Record<string, string>
    },
    expect: (userId, change) => void record.expected.set(userId, (record.expected.get(userId) ?? 0) + change),
    expectAnything: () => void (record.isAnything = true),
    raised: ({ id }, of, amount) => {
      if (site.settings().four_eyes) site.known.raised.push({ by: id, of, at: site.clock().getTime(), amount })
    },
    problem: (sentence) => void record.problems.push(sentence),
    record,
  }
  return context
}

const transportOf =
  (context: ActContext, person: Person): Transport =>
  async (request) => {
    const { dice, site } = context
    const isChange = request.route.transaction !== 'read'
    const isTwice = isChange && request.route.method !== 'GET' && dice.chance(TWICE_SHARE)
    if (!isTwice) return read(context, person, request, await send(context.node(), person, request, {}))
    const isKeyed = request.route.idempotent === true
    const key: Record<string, string> = isKeyed
      ? { 'idempotency-key': `simulate-${Math.floor(dice.next() * 2 ** 40)}` }
      : {}
    // Without a key twice may rightly be two: only what is the same when done again is sent so.
    const times = isKeyed ? [...site.nodes, context.node()] : [context.node()]
    const answers = await Promise.all(times.map((node) => send(node, person, request, key)))
    const good = answers.filter(({ status }) => status < 400)
    const [first, ...others] = good.map(({ text }): unknown => JSON.parse(text || '{}'))
    if (others.some((other) => !isDeepStrictEqual(other, first))) {
      context.problem(`one key got different answers at ${request.path}: ${good.map(({ text }) => text).join(' | ')}`)
    }
    for (const answer of answers) recordError(context, request, answer)
    const [answer] = good.length > 0 ? good : answers
    if (answer === undefined) throw new Error('something was sent')
    return read(context, person, request, answer)
  }

interface Answer {
  readonly status: number
  readonly text: string
}

const send = async (
  { app }: SiteNode,
  person: Person,
  { route, path, headers, body }: Request,
  more: Record<string, string>,
): Promise<Answer> => {
  const response = await app.inject({
    method: route.method,
    url: path,
    headers: { ...person.headers, ...headers, ...more },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  return { status: response.statusCode, text: response.body }
}

/** Acts that change nothing by themselves: a proof that is asked for, settings that may be what they were before. */
const silent = new Set(['/api/admin/reconcile', '/api/admin/setting'])

const recordError = ({ record, problem }: ActContext, request: Request, { status, text }: Answer): void => {
  // 503 says that something outside does not answer, with a code of its own; it is no error of ours.
  if (status < 500 || (status === 503 && text.includes('"code"'))) return
  if (!record.isTrouble) problem(`${status} at ${request.route.method} ${request.path}: ${text.slice(0, 200)}`)
}

/** A decision about many may have found nothing to decide, and what is to be stopped may stand still already. */
const isNothing = (said: { done?: unknown; trips?: unknown }): boolean =>
  said.done === 0 || (Array.isArray(said.trips) && said.trips.length === 0)

const read = (context: ActContext, person: Person, request: Request, answer: Answer): unknown => {
  recordError(context, request, answer)
  const { status, text } = answer
  if (status >= 400) {
    const said = JSON.parse(text || '{}') as { code?: string; msg?: string }
    throw new RefusedError(status, said.code ?? 'none', said.msg ?? text.slice(0, 200))
  }
  const said: unknown = text === '' ? {} : JSON.parse(text)
  const isAct = person.role !== 'user' && request.route.transaction === 'write' && request.route.method !== 'GET'
  const isIdle = typeof said === 'object' && said !== null && isNothing(said)
  if (isAct && !isIdle && !silent.has(request.route.path)) context.record.staffActs.add(person.id)
  return said
}
