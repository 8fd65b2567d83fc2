import { defaults } from '@runnel/contract/settings/settings'
import { payPrizes } from '#features/leaderboard/pay.ts'
import { payReferralCommission } from '#features/referral/pay-commission.ts'
import { connect } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'

/**
 * Runs the jobs that pay by the clock many times at once, in a process of its own: `node settling-process.ts <url>
 * <moment> <times>`. It stands for one node of several.
 */
const [, , url = '', moment = '', times = '1'] = process.argv
const now = new Date(moment)
const db = connect({ url, size: 12, log: createLog('silent') })
const deps = {
  db,
  settings: { current: () => defaults },
  closed: { current: () => [] },
  live: { notify: () => undefined },
}
const both = Array.from({ length: Number(times) }, () => [
  payPrizes(deps, now),
  payReferralCommission(deps, now),
]).flat()
await Promise.all(both)
await db.close()
