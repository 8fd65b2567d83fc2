import { Trans } from '@lingui/react/macro'
import type { HomeStats } from '@runnel/contract/home'
import { formatTotal } from '#features/home/figures.ts'
import { CoinLogo } from '#ui/coin/CoinLogo.tsx'
import { TransactionLink } from '#ui/coin/TransactionLink.tsx'
import { useCurrency } from '#ui/currency.ts'
import { formatRelative } from '#ui/format.ts'

const shownPayouts = 6

/** What was paid lately, for everybody to check, and the coins it is paid in. */
export const HomePayouts = ({ stats, now }: { stats: HomeStats; now: number }) => {
  const payouts = stats.payouts.slice(0, shownPayouts)
  return (
    <section className="page payouts" aria-labelledby="payouts">
      <div>
        <h2 id="payouts">
          <Trans id="home.payouts">Latest payouts</Trans>
        </h2>
        <p className="page-lead">
          <Trans id="home.payouts.text">
            Real payouts with amount, time and transaction ID. Follow the ID to check each one.
          </Trans>
        </p>
        <Currencies currencies={stats.currencies} />
      </div>
      {payouts.length > 0 ? (
        <ul className="payouts-list" data-live="" aria-labelledby="payouts">
          {payouts.map((payout) => (
            <Payout key={`${payout.txId} ${payout.paidAt}`} payout={payout} now={now} />
          ))}
        </ul>
      ) : (
        <p className="payouts-empty">
          <Trans id="home.payouts.none">
            <b>No payouts yet.</b> Each payout appears here with its amount, time and transaction ID.
          </Trans>
        </p>
      )}
    </section>
  )
}

const Payout = ({ payout, now }: { payout: HomeStats['payouts'][number]; now: number }) => {
  const { amount, receives, currency, txId, txUrl, paidAt } = payout
  const value = formatTotal(amount, useCurrency())
  return (
    <li>
      <CoinLogo currency={currency} className="payouts-coin" />
      <span className="payouts-what">
        <b>
          {receives} {currency}
        </b>
        <span>{value}</span>
      </span>
      <span className="payouts-proof">
        <time dateTime={paidAt}>{formatRelative({ iso: paidAt, now })}</time>
        <TransactionLink txId={txId} url={txUrl} />
      </span>
    </li>
  )
}

const Currencies = ({ currencies }: { currencies: string[] }) => {
  if (currencies.length === 0) return null
  return (
    <>
      <h3>
        <Trans id="home.currencies">Withdraw in</Trans>
      </h3>
      <ul className="coins">
        {currencies.map((currency) => (
          <li key={currency}>
            <CoinLogo currency={currency} className="coins-logo" /> {currency}
          </li>
        ))}
      </ul>
    </>
  )
}
