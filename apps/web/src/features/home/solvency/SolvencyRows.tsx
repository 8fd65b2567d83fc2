import { Trans } from '@lingui/react/macro'
import type { Solvency } from '@runnel/contract/solvency'
import type { ReactNode } from 'react'
import { formatTotal, shortenId } from '#features/home/figures.ts'
import { CoinLogo } from '#ui/coin/CoinLogo.tsx'
import { formatValue } from '#ui/format.ts'

/** What is owed, part by part and to the unit, so that the parts add up. */
export const Debts = ({ figures: { owed, currency } }: { figures: Solvency }) => {
  const rows: { key: string; label: ReactNode; units: number }[] = [
    { key: 'main', label: <Trans id="solvency.debt.main">Withdrawable balances</Trans>, units: owed.main },
    { key: 'deposit', label: <Trans id="solvency.debt.deposit">Advertiser balances</Trans>, units: owed.deposit },
    { key: 'held', label: <Trans id="solvency.debt.held">Rewards on hold</Trans>, units: owed.held },
    { key: 'flight', label: <Trans id="solvency.debt.flight">Withdrawals in progress</Trans>, units: owed.inFlight },
    { key: 'escrow', label: <Trans id="solvency.debt.escrow">In escrow for ads and tasks</Trans>, units: owed.escrow },
  ]
  return (
    <section aria-labelledby="debts">
      <h2 id="debts">
        <Trans id="solvency.debts">Liabilities by type</Trans>
      </h2>
      <dl className="solvency-rows">
        {rows.map(({ key, label, units }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{formatValue(units, currency)}</dd>
          </div>
        ))}
        <div className="solvency-total">
          <dt>
            <Trans id="solvency.debt.total">Total liabilities</Trans>
          </dt>
          <dd>{formatValue(owed.total, currency)}</dd>
        </div>
      </dl>
    </section>
  )
}

/** What pays, and where one can look it up; absent where no wallet tells. */
export const Wallets = ({ figures: { holds, currency } }: { figures: Solvency }) => {
  if (!holds || holds.wallets.length === 0) return null
  return (
    <section aria-labelledby="wallets">
      <h2 id="wallets">
        <Trans id="solvency.wallets">Reserves by wallet</Trans>
      </h2>
      <dl className="solvency-rows">
        {holds.wallets.map((wallet) => (
          <div key={`${wallet.currency} ${wallet.address ?? ''}`}>
            <dt>
              <b>
                <CoinLogo currency={wallet.currency} className="solvency-coin" /> {wallet.amount} {wallet.currency}
              </b>
              {wallet.address && <code title={wallet.address}>{shortenId(wallet.address)}</code>}
            </dt>
            <dd>{formatTotal(wallet.units, currency)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
