import type { DepositProcessors } from '#adapters/deposit/deposit.ts'
import type { Mailer } from '#adapters/mail/mail.ts'
import type { PayoutProcessors } from '#adapters/payout/payout.ts'
import type { Push } from '#adapters/push/push.ts'
import type { PriceSources } from '#adapters/rates/rates.ts'
import type { Storage } from '#adapters/storage/storage.ts'
import type { Telegram } from '#adapters/telegram/telegram.ts'
import type { CheckPage } from '#adapters/web-page/page-check.ts'
import type { Webhooks } from '#adapters/webhook/webhook.ts'
import { adminWorkers } from '#features/admin/admin.job.ts'
import { importWorkers } from '#features/admin/import/import.job.ts'
import { notingBounces } from '#features/admin/system/bounces.ts'
import type { SystemProbe } from '#features/admin/system/system-figures.ts'
import { systemWorkers } from '#features/admin/system/system.job.ts'
import { advertiseWorkers } from '#features/advertise/advertise.job.ts'
import { authWorkers } from '#features/auth/auth.job.ts'
import { contactWorkers } from '#features/contact/contact.job.ts'
import { depositWorkers } from '#features/deposit/deposit.job.ts'
import { digestWorkers } from '#features/digest/digest.job.ts'
import { faucetWorkers } from '#features/faucet/faucet.job.ts'
import { leaderboardWorkers } from '#features/leaderboard/leaderboard.job.ts'
import { linkWorkers } from '#features/link/link.job.ts'
import { offerwallWorkers } from '#features/offerwall/offerwall.job.ts'
import { outflowWorkers } from '#features/outflow/outflow.job.ts'
import { telegramWorkers } from '#features/outflow/telegram.job.ts'
import { ownDataWorkers } from '#features/own-data/own-data.job.ts'
import { ptcWorkers } from '#features/ptc/ptc.job.ts'
import { pushWorkers } from '#features/push/push.job.ts'
import { referralWorkers } from '#features/referral/referral.job.ts'
import { solvencyWorkers } from '#features/solvency/solvency.job.ts'
import { statisticWorkers } from '#features/statistic/statistic.job.ts'
import { suspectWorkers } from '#features/suspect/suspect.job.ts'
import { taskWorkers } from '#features/task/task.job.ts'
import { webhookWorkers } from '#features/webhook/webhook.job.ts'
import { withdrawWorkers } from '#features/withdraw/withdraw.job.ts'
import type { ClosedSourcesCache } from '#kernel/cache/closed-sources.ts'
import type { Clock } from '#kernel/clock.ts'
import type { DailyCounters } from '#kernel/daily-counters.ts'
import type { Db } from '#kernel/db.ts'
import type { EventBus } from '#kernel/event-bus.ts'
import type { Log } from '#kernel/log.ts'
import type { Enqueue, Worker } from '#kernel/queue.ts'
import type { Secrets } from '#kernel/secrets.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { backupWorkers, type PlannedBackups } from '#server/operations/backup.job.ts'

/** What jobs may use: the only code beside the process itself that reaches the world outside. */
export interface JobDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly settings: SettingsStore
  readonly closed: ClosedSourcesCache
  readonly tally: DailyCounters
  readonly live: EventBus
  readonly secrets: Secrets
  readonly enqueue: Enqueue
  readonly mailer: Mailer
  readonly payouts: PayoutProcessors
  readonly prices: PriceSources
  readonly deposits: DepositProcessors
  readonly runPageCheck: CheckPage
  readonly push: Push
  readonly telegram: Telegram
  readonly webhooks: Webhooks
  readonly storage: Storage
  readonly publicUrl: string
  readonly system: SystemProbe
  /** Undefined: the owner has planned none. */
  readonly backups?: PlannedBackups | undefined
  /** Usernames that hold the special roles. */
  readonly reservedNames: readonly string[]
}

/** Every job with what carries it out; the queue knows no other. */
export const createWorkers = (deps: JobDeps): readonly Worker[] =>
  workersOf({ ...deps, mailer: notingBounces(deps.mailer, deps) })

const workersOf = (deps: JobDeps): readonly Worker[] => [
  ...authWorkers(deps),
  ...contactWorkers(deps),
  ...withdrawWorkers(deps),
  ...depositWorkers(deps),
  ...advertiseWorkers(deps),
  ...ptcWorkers(deps),
  ...pushWorkers(deps),
  ...digestWorkers(deps),
  ...webhookWorkers(deps),
  ...taskWorkers(deps),
  ...suspectWorkers(deps),
  ...offerwallWorkers(deps),
  ...linkWorkers(deps),
  ...leaderboardWorkers(deps),
  ...referralWorkers(deps),
  ...faucetWorkers(deps),
  ...outflowWorkers(deps),
  ...telegramWorkers(deps),
  ...solvencyWorkers(deps),
  ...statisticWorkers(deps),
  ...ownDataWorkers(deps),
  ...adminWorkers(deps),
  ...importWorkers(deps),
  ...backupWorkers(deps),
  ...systemWorkers(deps),
]
