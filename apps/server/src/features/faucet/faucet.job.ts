import { sql } from 'kysely'
import { type Clock, dayOf, later } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { defineJob, worker, type Worker } from '#kernel/queue.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { onDay, say } from '#kernel/words/say.ts'
import { faucetBudget } from './budget.ts'

/** Keeps rewards of the next day for the accounts that are used to them, before that day begins. */
export const faucetKeep = defineJob('faucet.keep', { cron: '40 * * * *', expireSeconds: 600 })

/** So long before a day begins its rewards are kept. */
const AHEAD_SECONDS = 2 * 3_600
const PATIENCE = '300s'

interface FaucetJobDeps {
  readonly db: Db
  readonly clock: Clock
  readonly settings: Pick<SettingsStore, 'current'>
}

export const faucetWorkers = ({ db, clock, settings }: FaucetJobDeps): readonly Worker[] => [
  worker(faucetKeep, async () => {
    const terms = settings.current()
    const { dayMax, reserves } = faucetBudget(terms, { net: '' })
    // By the other rules the budget is for starters, which no account is used to.
    if (dayMax === 0 || terms.faucet_reward === 0 || terms.earning_rules !== 'open')
      return say('owner.job.nothingToReserve')
    const day = dayOf(later(clock(), AHEAD_SECONDS))
    const kept = await db.write(async (tx) => {
      await sql`SELECT set_config('statement_timeout', ${PATIENCE}, true)`.execute(tx)
      const { rows } = await sql<{ accounts: number }>`
        SELECT faucet_keep(${day}::date, ${dayMax}, ${reserves[0]}, ${reserves[1]}, ${terms.faucet_reward})
          AS accounts`.execute(tx)
      return rows[0]?.accounts ?? 0
    })
    return say('owner.job.rewardsReserved', { day: onDay(day), accounts: kept })
  }),
]
