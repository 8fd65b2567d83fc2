import { t } from '@lingui/core/macro'
import type { PayoutProcessor } from '@runnel/contract/withdraw'

/** Who carries a payout out. */
export const processorName = (processor: PayoutProcessor): string =>
  ({
    manual: t({ id: 'admin.processor.manual', message: 'Manual' }),
    faucetpay: t({ id: 'admin.processor.faucetpay', message: 'FaucetPay' }),
    bitcoind: t({ id: 'admin.processor.bitcoind', message: 'Own node: Bitcoin, Litecoin, Dogecoin' }),
    evm: t({ id: 'admin.processor.evm', message: 'Own wallet: Ethereum, BNB Chain, Polygon' }),
    sandbox: t({ id: 'admin.processor.sandbox', message: 'Sandbox (no real payments)' }),
  })[processor]
