import { flushCompileCache } from 'node:module'
import { defaults } from '@runnel/contract/settings/settings'
import { createHttp } from '#adapters/deposit/http.ts'
import { createBitcoind } from '#adapters/payout/bitcoind.ts'
import { runPayouts } from '#features/withdraw/payout/pay.ts'
import { connect } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'

/**
 * Runs the payout job once, in a process of its own that can be killed: `node paying-process.ts <url> <node> <moment>`.
 * It stands for one node of several. It loads no other provider: a test starts it many times.
 */
const [, , url = '', node = '', moment = ''] = process.argv
// A process that is killed would leave no translated modules to the next.
flushCompileCache()
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
  payouts: { bitcoind: createBitcoind({ http: createHttp({ privateHosts: ['127.0.0.1'] }) }) },
})
await db.close()
