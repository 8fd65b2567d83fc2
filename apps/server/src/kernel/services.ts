import type { Locale } from '@runnel/contract/locale'
import type { Check } from '@runnel/contract/route'
import type { ClosedSourcesCache } from '#kernel/cache/closed-sources.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Adapters, CheckRun } from '#kernel/context.ts'
import type { Db } from '#kernel/db.ts'
import type { EventBus } from '#kernel/event-bus.ts'
import type { Allowances } from '#kernel/http/allowance.ts'
import type { RateLimits } from '#kernel/http/rate-limit.ts'
import type { RequestLog } from '#kernel/log.ts'
import type { Queue } from '#kernel/queue.ts'
import type { Caller, SessionTouches, Visitor } from '#kernel/session.ts'
import type { SettingsStore } from '#kernel/settings.ts'

/** Everything that the straight line of a request passes through. */
export interface Services {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsStore
  readonly closed: ClosedSourcesCache
  readonly limits: RateLimits
  readonly allowances: Allowances
  readonly live: EventBus
  readonly queue: Queue
  readonly checks: Readonly<Record<Check, CheckRun>>
  readonly adapters: Adapters
  readonly touches: SessionTouches
  /** Returns where a request came from. */
  readonly identifyVisitor: (request: IncomingRequest) => Visitor
  /** Notes that a session is used on another device than it was opened on. */
  readonly noteDevice: (use: DeviceUse) => Promise<void>
}

/** A session that is used on a device. */
export interface DeviceUse {
  readonly caller: Pick<Caller, 'id' | 'deviceId'>
  readonly visitor: Visitor
  readonly now: Date
}

/** What handlers are made with: nothing of it calls others over the network, since most run in a transaction. */
export type HandlerServices = Omit<Services, 'checks' | 'adapters'>

/** A request as it arrives, in the few parts that concern us; the web framework's own type fits it. */
export interface IncomingRequest {
  readonly id: string
  readonly ip: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

export interface IncomingRequestWithLog extends IncomingRequest {
  readonly log: RequestLog
  /** The language of the answer; set by the session once that is known. */
  locale: Locale
}
