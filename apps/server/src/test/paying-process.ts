import { defaults } from '@runnel/contract/settings/settings'
import { createBitcoind } from '#adapters/payout/bitcoind.ts'
import { runPayouts } from '#features/withdraw/payout/pay.ts'
import { connect } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { localHttp } from '#test/local-http.ts'

/**
 * Runs the payout job once, in a process of its own that can be killed: `node paying-process.ts <url> <node> <moment>`.
 * It stands for one node of several.
 */
const [, , url = '', node = '', moment = ''] = process.argv
const log = createLog('silent')
const db = connect({ url, size: 4, log })
const now = new Date(moment)
await runPayouts({
  db,
  clock: () => now,
  log,
  settings: { current: () => ({ ...defaults, payout_bitcoind_doge_url: node }) },
  enqueue: async () => undefined,
  live: { notify: () => undefined },
  payouts: { bitcoind: createBitcoind({ http: localHttp() }) },
})
await db.close()
