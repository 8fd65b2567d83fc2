import type { Check } from '@runnel/contract/route'

import type { Allowances } from '#kernel/allowance.ts'
import type { CheckRun } from '#kernel/context.ts'
import type { Clock } from '#kernel/clock.ts'
import type { ClosedRoom } from '#kernel/closed.ts'
import type { Db } from '#kernel/db.ts'
import type { Live } from '#kernel/live.ts'
import type { RequestLog } from '#kernel/log.ts'
import type { Queue } from '#kernel/queue.ts'
import type { RateLimits } from '#kernel/rate-limit.ts'
import type { Visitor } from '#kernel/session.ts'
import type { SettingsRoom } from '#kernel/settings.ts'

/** Everything that the straight line of a request passes through. */
export interface Rooms {
  readonly db: Db
  readonly clock: Clock
  readonly settings: SettingsRoom
  readonly closed: ClosedRoom
  readonly limits: RateLimits
  readonly allowances: Allowances
  readonly live: Live
  readonly queue: Queue
  readonly checks: Readonly<Record<Check, CheckRun>>
  /** Tells where a request came from. */
  readonly meet: (request: Arriving) => Visitor
}

/** A request as it arrives, in the few parts that concern us; the web framework's own type fits it. */
export interface Arriving {
  readonly id: string
  readonly ip: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

export interface ArrivingWithLog extends Arriving {
  readonly log: RequestLog
}
