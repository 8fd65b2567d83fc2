import { t } from '@lingui/core/macro'
import type { PayoutProcessor } from '@runnel/contract/withdraw'

/** Who carries a payout out. */
export const processorName = (processor: PayoutProcessor): string =>
  ({
    manual: t({ id: 'admin.issue.manual', message: 'Manual' }),
    faucetpay: t({ id: 'admin.issue.faucetpay', message: 'FaucetPay' }),
    bitcoind: t({ id: 'admin.issue.bitcoind', message: 'Own node: Bitcoin, Litecoin, Dogecoin' }),
    evm: t({ id: 'admin.issue.evm', message: 'Own wallet: Ethereum, BNB Chain, Polygon' }),
    solana: t({ id: 'admin.issue.solana', message: 'Own wallet: Solana' }),
    tron: t({ id: 'admin.issue.tron', message: 'Own wallet: TRON' }),
    ton: t({ id: 'admin.issue.ton', message: 'Own wallet: TON' }),
    lnd: t({ id: 'admin.issue.lnd', message: 'Lightning: own LND node' }),
    cln: t({ id: 'admin.issue.cln', message: 'Lightning: own Core Lightning node' }),
    lnbits: t({ id: 'admin.issue.lnbits', message: 'Lightning: LNbits wallet' }),
    btcpay: t({ id: 'admin.issue.btcpay', message: 'Lightning: BTCPay Server' }),
    sandbox: t({ id: 'admin.issue.sandbox', message: 'Sandbox (no real payments)' }),
  })[processor]
