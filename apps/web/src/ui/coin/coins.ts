/** What the site has a drawing of; processors of deposits know more coins than that. */
const drawn = new Set(
  'BTC LTC DOGE BCH DASH TRX ETH BNB POL SOL XRP USDT USDC ADA TON XLM XMR ZEC DGB FEY TARA TRUMP PEPE'.split(' '),
)

export const hasLogo = (currency: string): boolean => drawn.has(currency.split('-')[0] ?? currency)
