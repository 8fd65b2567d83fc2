import { createHttp, type Http } from '#adapters/deposit/http.ts'
import type { ManualPayout, PayoutProcessors } from '#adapters/payout/payout.ts'
import { createSandbox } from '#adapters/payout/sandbox.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { createBitcoind } from './bitcoind.ts'
import { createEvm } from './evm.ts'
import { createFaucetpay } from './faucetpay.ts'
import { createBtcpayLightning } from './lightning/btcpay.ts'
import { createCln } from './lightning/cln.ts'
import { createLightning } from './lightning/lightning.ts'
import { createLnbits } from './lightning/lnbits.ts'
import { createLnd } from './lightning/lnd.ts'
import { createSolana } from './solana/solana.ts'
import { createTon } from './ton/ton.ts'
import { createTron } from './tron/tron.ts'

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
  /** Other than the public internet in tests only: it calls the hosts of Lightning addresses. */
  web?: Http
}): PayoutProcessors => {
  const { db, clock, http, isProduction, isDemo, faucetpayUrl, web = createHttp() } = site
  if (isDemo) return { manual, sandbox: createSandbox({ db, clock }) }
  const lightning = { clock, web }
  const real = {
    manual,
    faucetpay: createFaucetpay(faucetpayUrl === undefined ? { http } : { http, url: faucetpayUrl }),
    bitcoind: createBitcoind({ http }),
    evm: createEvm({ http }),
    solana: createSolana({ http }),
    tron: createTron({ http }),
    ton: createTon({ http }),
    lnd: createLightning(createLnd({ http }), lightning),
    cln: createLightning(createCln({ http }), lightning),
    lnbits: createLightning(createLnbits({ http }), lightning),
    btcpay: createLightning(createBtcpayLightning({ http }), lightning),
  }
  return isProduction ? real : { ...real, sandbox: createSandbox({ db, clock }) }
}

/** Approved withdrawals wait until a person has paid them and wrote the transaction's id down. */
export const manual: ManualPayout = { way: 'by-hand', closed: () => null }
