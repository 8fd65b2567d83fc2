import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { createBtcpay } from './btcpay.ts'
import type { DepositProcessors } from './deposit.ts'
import { createFaucetpay } from './faucetpay.ts'
import type { Http } from './http.ts'
import { createNowpayments } from './nowpayments.ts'
import { createSandbox } from './sandbox.ts'

/**
 * The deposit processors of this site. The sandbox takes money from nobody, so a production site does not have it.
 * The demonstration is made of nothing else, and calls no provider.
 */
export const createDeposits = (site: {
  db: Db
  clock: Clock
  secrets: Secrets
  http: Http
  isProduction: boolean
  isDemo: boolean
}): DepositProcessors => {
  const { db, clock, secrets, http, isProduction, isDemo } = site
  if (isDemo) return { sandbox: createSandbox({ db, clock }) }
  const sign = (text: string): string => secrets.hmac('deposit', text).toString('base64url')
  const real = {
    btcpay: createBtcpay({ http, clock }),
    nowpayments: createNowpayments({ http }),
    faucetpay: createFaucetpay({ http, sign }),
  }
  return isProduction ? real : { ...real, sandbox: createSandbox({ db, clock }) }
}
