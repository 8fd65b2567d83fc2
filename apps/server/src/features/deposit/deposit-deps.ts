import type { DepositProcessors } from '#adapters/deposit/deposit.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { EventBus } from '#kernel/event-bus.ts'
import type { RequestLog } from '#kernel/log.ts'
import type { Enqueue } from '#kernel/queue.ts'
import type { SettingsStore } from '#kernel/settings.ts'

/** What deposits depends on, in a request and in a job alike. */
export interface DepositDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: RequestLog
  readonly settings: Pick<SettingsStore, 'current'>
  readonly enqueue: Enqueue
  readonly live: Pick<EventBus, 'notify'>
  readonly deposits: DepositProcessors
  readonly publicUrl: string
}
