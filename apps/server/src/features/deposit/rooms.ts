import type { DepositProcessors } from '#adapters/deposit/deposit.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { Live } from '#kernel/live.ts'
import type { RequestLog } from '#kernel/log.ts'
import type { Enqueue } from '#kernel/queue.ts'
import type { SettingsRoom } from '#kernel/settings.ts'

/** What deposits need of the house, in a request and in a job alike. */
export interface DepositRooms {
  readonly db: Db
  readonly clock: Clock
  readonly log: RequestLog
  readonly settings: Pick<SettingsRoom, 'current'>
  readonly enqueue: Enqueue
  readonly live: Pick<Live, 'tell'>
  readonly deposits: DepositProcessors
  readonly publicUrl: string
}
