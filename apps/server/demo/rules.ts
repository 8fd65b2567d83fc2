import { createDeposits } from '#adapters/deposit/deposits.ts'
import { createHttp } from '#adapters/deposit/http.ts'
import { createShortener } from '#adapters/shortlink/shortener.ts'
import type { CheckPage } from '#adapters/web-page/page-check.ts'
import { admin } from '#features/admin/admin.ts'
import { createLog } from '#kernel/log.ts'

import type { DemoHarness } from './harness.ts'

/** What the server hands to its rules and jobs, at a moment of the past. Nothing of it calls anybody. */
export const depsAt = ({ db, settings, secrets, publicUrl }: DemoHarness, at: Date) => {
  const clock = (): Date => at
  const enqueue = async (): Promise<void> => undefined
  return {
    db,
    settings,
    closed: { current: () => [], announce: async () => undefined },
    secrets,
    publicUrl,
    clock,
    log: createLog('silent'),
    live: { notify: () => undefined },
    enqueue,
    queue: { enqueue },
    limits: { spend: async () => 0 },
    deposits: createDeposits({ db, clock, secrets, http: createHttp(), isProduction: false, isDemo: true }),
    shortener: createShortener({ http: createHttp(), isProduction: false, isDemo: true }),
    runPageCheck: checkPage,
  }
}

/** What is advertised in this month is not there: the look tells what a friendly page would be like. */
const checkPage: CheckPage = async (url) =>
  url.endsWith('.mp4')
    ? { kind: 'video', contentType: 'video/mp4', bytes: 4_200_000, finalUrl: url }
    : { kind: 'frameable', finalUrl: url, title: 'Example Domain' }

/** What the owner of the made-up site can do, as the server itself would give it. */
export const ownersRules = (stage: DemoHarness) =>
  admin({
    ...depsAt(stage, stage.clock.now()),
    payouts: stage.payouts,
    reservedNames: [],
    clock: stage.clock.now,
  })
