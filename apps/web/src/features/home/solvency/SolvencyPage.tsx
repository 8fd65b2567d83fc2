import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { localizedPath } from '@runnel/contract/locale'
import type { Solvency } from '@runnel/contract/solvency'
import type { ReactNode } from 'react'
import { formatSpan, formatTotal } from '#features/home/figures.ts'
import { Button } from '#ui/Button.tsx'
import { formatMomentUtc, formatPercent } from '#ui/format.ts'
import { Alert } from '#ui/state/Alert.tsx'
import type { PublicData } from '#web/public-data.ts'
import { SolvencyChart } from './SolvencyChart.tsx'
import { Debts, Wallets } from './SolvencyRows.tsx'

/** What the site owes and holds, for everybody, and how each figure comes about. */
export const SolvencyPage = ({ data: { solvency } }: { data: PublicData }) => (
  <section className="page page-narrow solvency">
    <h1>
      <Trans id="solvency.heading">Solvency: what we owe and what we hold</Trans>
    </h1>
    {solvency === 'off' && <SwitchedOff />}
    {solvency === null && <NotYet />}
    {solvency !== 'off' && solvency !== null && <Figures figures={solvency} />}
  </section>
)

const SwitchedOff = () => (
  <>
    <p className="page-lead">
      <Trans id="solvency.off">This site doesn’t publish these figures. They can be hidden, but never edited.</Trans>
    </p>
    <p className="page-actions">
      <Button as="a" href={localizedPath('/contact', i18n.locale)}>
        <Trans id="solvency.off.ask">Contact us</Trans>
      </Button>
    </p>
  </>
)

const NotYet = () => (
  <p className="page-lead">
    <Trans id="solvency.soon">Calculating figures for the first time. Check back in a minute.</Trans>
  </p>
)

const Figures = ({ figures }: { figures: Solvency }) => {
  const { at, books } = figures
  const moment = formatMomentUtc(at)
  return (
    <>
      <p className="page-lead">
        <Trans id="solvency.lead">
          Calculated automatically from the ledger and wallets on <time dateTime={at}>{moment}</time>. Nothing is
          entered by hand.
        </Trans>
      </p>
      {books.balanced === false && <Unbalanced />}
      <Verdict figures={figures} />
      <Sums figures={figures} />
      <Debts figures={figures} />
      <Wallets figures={figures} />
      <SolvencyChart figures={figures} />
      <HowItIsCounted />
    </>
  )
}

const Unbalanced = () => (
  <Alert tone="bad" title={<Trans id="solvency.unbalanced">Ledger mismatch</Trans>}>
    <Trans id="solvency.unbalanced.text">
      The last check found a difference. Payouts are paused until it is resolved.
    </Trans>
  </Alert>
)

/** The share of all debts that lies ready, as a number and as a trough that is more or less full. */
const Verdict = ({ figures: { coverage, owed, holds, currency } }: { figures: Solvency }) => {
  if (coverage === null || holds === null) {
    return (
      <Alert tone="warn" title={<Trans id="solvency.unknown">Wallet balances unavailable</Trans>}>
        <Trans id="solvency.unknown.text">
          This site pays manually or through a service that doesn’t report balances. Liabilities are still shown.
        </Trans>
      </Alert>
    )
  }
  const share = formatPercent(coverage)
  const held = formatTotal(holds.units, currency)
  const all = formatTotal(owed.total, currency)
  const isCovered = coverage >= 10_000
  return (
    <div className={`solvency-verdict tone-${isCovered ? 'good' : 'warn'}`}>
      <p className="solvency-share">
        <Trans id="solvency.share">
          <b>{share}</b> covered
        </Trans>
      </p>
      <svg className="solvency-trough" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={Math.min(coverage / 100, 100)} height="1" />
      </svg>
      <p>
        <Trans id="solvency.share.text">
          {held} in reserves for {all} owed to users, advertisers and task owners.
        </Trans>
      </p>
    </div>
  )
}

const Sums = ({ figures: { owed, holds, paid, medianPaySeconds, books, currency } }: { figures: Solvency }) => (
  <dl className="solvency-sums">
    <Sum label={<Trans id="solvency.owed">Liabilities to users</Trans>}>{formatTotal(owed.total, currency)}</Sum>
    <Sum label={<Trans id="solvency.held">Reserves</Trans>}>
      {holds ? formatTotal(holds.units, currency) : <Trans id="solvency.held.unknown">unknown</Trans>}
    </Sum>
    <Sum label={<Trans id="solvency.day">Paid out (24 h)</Trans>} note={payouts(paid.day.count)}>
      {formatTotal(paid.day.amount, currency)}
    </Sum>
    <Sum label={<Trans id="solvency.month">Paid out (30 days)</Trans>} note={payouts(paid.month.count)}>
      {formatTotal(paid.month.amount, currency)}
    </Sum>
    <Sum label={<Trans id="solvency.median">Median payout time</Trans>}>
      {medianPaySeconds === null ? (
        <Trans id="home.figures.noMedian">no payouts yet</Trans>
      ) : (
        formatSpan(medianPaySeconds, 'short')
      )}
    </Sum>
    <Sum label={<Trans id="solvency.books">Ledger verified</Trans>}>
      {books.provedAt ? (
        <time dateTime={books.provedAt}>{formatMomentUtc(books.provedAt)}</time>
      ) : (
        <Trans id="solvency.books.never">Not verified yet</Trans>
      )}
    </Sum>
  </dl>
)

const payouts = (count: number): string =>
  t({ id: 'solvency.payouts', message: plural(count, { one: '# payout', other: '# payouts' }) })

const Sum = ({ label, note, children }: { label: ReactNode; note?: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
    {note && <dd className="solvency-note">{note}</dd>}
  </div>
)

const HowItIsCounted = () => (
  <section aria-labelledby="counted">
    <h2 id="counted">
      <Trans id="solvency.how">Calculation</Trans>
    </h2>
    <ul className="solvency-how">
      <li>
        <Trans id="solvency.how.owed">
          <b>Liabilities</b> are all balances, rewards on hold, withdrawals in progress and amounts in escrow for ads
          and tasks.
        </Trans>
      </li>
      <li>
        <Trans id="solvency.how.escrow">
          <b>In escrow</b> is the amount advertisers and task owners have paid for ads and tasks that aren’t completed
          yet. It is paid to users or refunded.
        </Trans>
      </li>
      <li>
        <Trans id="solvency.how.held">
          <b>Reserves</b> are the balances reported by the payout wallets, at current rates.
        </Trans>
      </li>
      <li>
        <Trans id="solvency.how.paid">
          <b>Paid</b> is the amount that reached wallets: withdrawals minus their fees.
        </Trans>
      </li>
      <li>
        <Trans id="solvency.how.books">
          <b>Verified</b> means every balance was recalculated from its transactions, and the sum of all accounts is
          zero.
        </Trans>
      </li>
    </ul>
  </section>
)
