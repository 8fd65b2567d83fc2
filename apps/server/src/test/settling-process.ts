import { defaults } from '@runnel/contract/settings'

import { payPrizes } from '#features/leaderboard/pay.ts'
import { settleReferrals } from '#features/referral/settle.ts'
import { connect } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'

/**
 * Runs the jobs that pay by the clock many times at once, in a process of its own: `node settling-process.ts <url>
 * <moment> <times>`. It stands for one node of several.
 */
const [, , url = '', moment = '', times = '1'] = process.argv
const now = new Date(moment)
const db = connect({ url, size: 12, log: createLog('silent') })
const rooms = {
  db,
  settings: { current: () => defaults },
  closed: { current: () => [] },
  live: { tell: () => undefined },
}
const both = Array.from({ length: Number(times) }, () => [payPrizes(rooms, now), settleReferrals(rooms, now)]).flat()
await Promise.all(both)
await db.close()
