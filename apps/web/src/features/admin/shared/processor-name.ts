import { t } from '@lingui/core/macro'
import type { PayoutProcessor } from '@runnel/contract/withdraw'

/** Who carries a payout out. */
export const processorName = (processor: PayoutProcessor): string =>
  ({
    manual: t({ id: 'admin.issue.manual', message: 'Manual' }),
    faucetpay: t({ id: 'admin.issue.faucetpay', message: 'FaucetPay' }),
    bitcoind: t({ id: 'admin.issue.bitcoind', message: 'Own node: Bitcoin, Litecoin, Dogecoin' }),
    evm: t({ id: 'admin.issue.evm', message: 'Own wallet: Ethereum, BNB Chain, Polygon' }),
    sandbox: t({ id: 'admin.issue.sandbox', message: 'Sandbox (no real payments)' }),
  })[processor]
