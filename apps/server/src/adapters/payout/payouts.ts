import type { Http } from '#adapters/deposit/http.ts'
import { manual } from '#adapters/payout/manual.ts'
import type { PayoutProcessors } from '#adapters/payout/payout.ts'
import { createSandbox } from '#adapters/payout/sandbox.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { createBitcoind } from './bitcoind.ts'
import { createEvm } from './evm.ts'
import { createFaucetpay } from './faucetpay.ts'

/**
 * The processors of this site. The sandbox pays nobody, so a production site does not have it: its methods close
 * there instead of taking people's balance for nothing. The demonstration is made of nothing else.
 */
export const openPayouts = (site: {
  db: Db
  clock: Clock
  http: Http
  isProduction: boolean
  isDemo: boolean
  /** Another FaucetPay, for tests. */
  faucetpayUrl?: string
}): PayoutProcessors => {
  const { db, clock, http, isProduction, isDemo, faucetpayUrl } = site
  if (isDemo) return { manual, sandbox: createSandbox({ db, clock }) }
  const real = {
    manual,
    faucetpay: createFaucetpay(faucetpayUrl === undefined ? { http } : { http, url: faucetpayUrl }),
    bitcoind: createBitcoind({ http }),
    evm: createEvm({ http }),
  }
  return isProduction ? real : { ...real, sandbox: createSandbox({ db, clock }) }
}
