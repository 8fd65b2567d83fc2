import * as z from 'zod/mini'

/** Where a transaction can be looked up, by currency; `{tx}` is its id. Payouts by FaucetPay are in no chain. */
export const explorers: Readonly<Record<string, string>> = {
  BTC: 'https://mempool.space/tx/{tx}',
  LTC: 'https://litecoinspace.org/tx/{tx}',
  DOGE: 'https://blockchair.com/dogecoin/transaction/{tx}',
  BCH: 'https://blockchair.com/bitcoin-cash/transaction/{tx}',
  DASH: 'https://blockchair.com/dash/transaction/{tx}',
  TRX: 'https://tronscan.org/#/transaction/{tx}',
  'USDT-TRC20': 'https://tronscan.org/#/transaction/{tx}',
  ETH: 'https://etherscan.io/tx/{tx}',
  'USDT-ERC20': 'https://etherscan.io/tx/{tx}',
  'USDC-ERC20': 'https://etherscan.io/tx/{tx}',
  BNB: 'https://bscscan.com/tx/{tx}',
  'USDT-BEP20': 'https://bscscan.com/tx/{tx}',
  POL: 'https://polygonscan.com/tx/{tx}',
  'USDT-POLYGON': 'https://polygonscan.com/tx/{tx}',
  'USDC-POLYGON': 'https://polygonscan.com/tx/{tx}',
  SOL: 'https://solscan.io/tx/{tx}',
  'USDC-SOLANA': 'https://solscan.io/tx/{tx}',
  'USDT-SOLANA': 'https://solscan.io/tx/{tx}',
  TON: 'https://tonviewer.com/transaction/{tx}',
  'USDT-TON': 'https://tonviewer.com/transaction/{tx}',
  XRP: 'https://xrpscan.com/tx/{tx}',
}

/** An address with `{tx}` once, in its path, query or fragment. */
export const ExplorerTemplate = z.string().check(
  z.maxLength(300),
  z.regex(/^https:\/\/[A-Za-z0-9.-]+(:\d{1,5})?\/[^\s{}]*\{tx\}[^\s{}]*$/, {
    error: 'validation.explorer',
  }),
)
