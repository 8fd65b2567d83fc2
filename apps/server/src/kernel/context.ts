import type { Locale } from '@runnel/contract/locale'
import type { Answer, Input, Route, RouteTable } from '@runnel/contract/route'
import type { Settings } from '@runnel/contract/settings/settings'
import type { ClosedSourceState } from '#kernel/cache/closed-sources.ts'
import type { Db, Read, Tx } from '#kernel/db.ts'
import type { RequestLog } from '#kernel/log.ts'
import type { SqlCall } from '#kernel/postgres/statements.ts'
import type { Job } from '#kernel/queue.ts'
import type { Caller, Visitor } from '#kernel/session.ts'

interface Base<R extends Route> {
  /** The one clock that decides. */
  readonly now: Date
  readonly settings: Settings
  /** Sources that pay nothing right now. */
  readonly closed: readonly ClosedSourceState[]
  readonly visitor: Visitor
  /** The caller's language. Answers need no care: their codes become words where they are sent. */
  readonly locale: Locale
  readonly log: RequestLog
  /** Set while an act is carried out that another admin proposed and this one accepted. */
  readonly secondAgreed?: true
  readonly caller: R['access'] extends 'anyone' ? Caller | undefined : Caller
}

/** What a handler that changes things may use, all inside one transaction. */
export interface WriteAccess {
  readonly tx: Tx
  /**
   * Calls a function of the database as a transaction of its own, in one trip with the check of the route. What is
   * refused afterwards undoes nothing of it, and what follows is another transaction.
   */
  readonly callAlone: <Row>(call: SqlCall) => Promise<readonly Row[]>
  /** Enqueues a job that exists exactly if the transaction commits. */
  readonly enqueue: <Payload extends object>(
    job: Job<Payload>,
    payload: Payload,
    options?: { readonly startAfter?: Date; readonly singletonKey?: string },
  ) => Promise<void>
  /** Notifies the open pages of a user, after the commit, that something changed. */
  readonly notifyLive: (userId: string) => void
  /** Runs after the commit, for what is not money and may be lost in a crash. */
  readonly afterCommit: (work: () => Promise<void>) => void
  /** Written in a transaction of its own once this one was rolled back: what a refused call gave away. */
  readonly onRollback: (work: (tx: Tx, enqueue: WriteAccess['enqueue']) => Promise<void>) => void
}

/** What calls others over the network. The kernel knows none of it: `adapters/adapters.ts` says what it is. */
export interface Adapters {}

type Reach = {
  read: { readonly db: Read }
  write: WriteAccess
  none: { readonly db: Db; readonly adapters: Adapters }
}

/** What a handler is given beside its input, by what its route says of the database. */
export type Context<R extends Route = Route> = Base<R> & Reach[R['transaction']]

/** The context of a route that writes, when its access is of no matter. */
export type WriteContext = Omit<Base<Route>, 'caller'> & WriteAccess & { readonly caller: Caller | undefined }

type Given<R extends Route> = R['kind'] extends 'events' ? AsyncIterable<Answer<R>> : Answer<R> | Promise<Answer<R>>

/** The rule of one endpoint. */
export type Handler<R extends Route> = (input: Input<R>, context: Context<R>) => Given<R>

/** The rules of one feature: total, so that a missing endpoint does not compile. */
export type Handlers<F extends Readonly<Record<string, Route>>> = { readonly [E in keyof F]: Handler<F[E]> }

/** The rules of all features. */
export type AllHandlers<T extends RouteTable> = { readonly [F in keyof T]: Handlers<T[F]> }

/** A check that the contract names runs before the transaction and refuses by throwing. */
export type CheckRun = (checked: {
  readonly route: Route
  readonly body: unknown
  readonly headers: unknown
  readonly caller: Caller | undefined
  readonly visitor: Visitor
  readonly settings: Settings
  readonly now: Date
  readonly idempotencyKey: string | undefined
  /** Request headers as they came; for cross-checks only. */
  readonly rawHeaders: Readonly<Record<string, string | string[] | undefined>>
  /** Whether what the check changes may wait for the transaction of the handler. */
  readonly mayDefer: boolean
}) => Promise<DeferredCheck | void>

/** A check that passes, as far as can be told without changing anything. The rest is one statement and one commit. */
export interface DeferredCheck {
  /** Come first in the handler's transaction; one fails (`RN010`) where the check is not passed after all. */
  readonly pass: readonly SqlCall[]
  /** Judges by itself, before the transaction, and refuses by throwing. */
  readonly judge: () => Promise<void>
  /** Uses up what was passed, after the transaction was rolled back for another reason. */
  readonly useUp: () => Promise<void>
}
