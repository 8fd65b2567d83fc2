import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Solvency } from '@runnel/contract/solvency'
import type { ReactNode } from 'react'
import { Alert } from '#ui/Alert.tsx'
import { Button } from '#ui/Button.tsx'
import { formatMomentUtc, formatPercent } from '#ui/format.ts'
import type { PublicData } from '#web/public-data.ts'
import { formatSpan, formatTotal } from './figures.ts'
import { SolvencyChart } from './SolvencyChart.tsx'
import { Debts, Wallets } from './SolvencyRows.tsx'

/** What the site owes and holds, for everybody, and how each figure comes about. */
export function SolvencyPage({ data: { solvency } }: { data: PublicData }) {
  return (
    <section className="page page-narrow solvency">
      <h1>
        <Trans id="solvency.heading">What we owe, and what we hold</Trans>
      </h1>
      {solvency === 'off' && <SwitchedOff />}
      {solvency === null && <NotYet />}
      {solvency !== 'off' && solvency !== null && <Figures figures={solvency} />}
    </section>
  )
}

function SwitchedOff() {
  return (
    <>
      <p className="page-lead">
        <Trans id="solvency.off">
          The owner of this site has chosen not to show these figures. They can be hidden, but never changed by hand.
        </Trans>
      </p>
      <p className="page-actions">
        <Button as="a" href="/contact">
          <Trans id="solvency.off.ask">Ask for them</Trans>
        </Button>
      </p>
    </>
  )
}

function NotYet() {
  return (
    <p className="page-lead">
      <Trans id="solvency.soon">The figures are being added up for the first time. Look again in a minute.</Trans>
    </p>
  )
}

function Figures({ figures }: { figures: Solvency }) {
  const { at, books } = figures
  const moment = formatMomentUtc(at)
  return (
    <>
      <p className="page-lead">
        <Trans id="solvency.lead">
          Added up from the ledger and the wallets by the machine, on <time dateTime={at}>{moment}</time>. Nobody typed
          any of it in.
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

function Unbalanced() {
  return (
    <Alert tone="bad" title={<Trans id="solvency.unbalanced">The books do not balance right now</Trans>}>
      <Trans id="solvency.unbalanced.text">
        The last proof found a difference. Payouts are stopped until a person has found it.
      </Trans>
    </Alert>
  )
}

/** The share of all debts that lies ready, as a number and as a trough that is more or less full. */
function Verdict({ figures: { coverage, owed, holds, currency } }: { figures: Solvency }) {
  if (coverage === null || holds === null) {
    return (
      <Alert tone="warn" title={<Trans id="solvency.unknown">No wallet tells what it holds</Trans>}>
        <Trans id="solvency.unknown.text">
          Payouts here are sent by hand or by a service that does not say. What is owed is counted all the same.
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
          {held} in the wallets that pay, for {all} owed to users, advertisers and task owners.
        </Trans>
      </p>
    </div>
  )
}

function Sums({ figures: { owed, holds, paid, medianPaySeconds, books, currency } }: { figures: Solvency }) {
  return (
    <dl className="solvency-sums">
      <Sum label={<Trans id="solvency.owed">Owed to users</Trans>}>{formatTotal(owed.total, currency)}</Sum>
      <Sum label={<Trans id="solvency.held">Held to pay with</Trans>}>
        {holds ? formatTotal(holds.units, currency) : <Trans id="solvency.held.unknown">not known</Trans>}
      </Sum>
      <Sum label={<Trans id="solvency.day">Paid in 24 hours</Trans>} note={payouts(paid.day.count)}>
        {formatTotal(paid.day.amount, currency)}
      </Sum>
      <Sum label={<Trans id="solvency.month">Paid in 30 days</Trans>} note={payouts(paid.month.count)}>
        {formatTotal(paid.month.amount, currency)}
      </Sum>
      <Sum label={<Trans id="solvency.median">From asking to paid, median</Trans>}>
        {medianPaySeconds === null ? (
          <Trans id="home.figures.noMedian">no payout yet</Trans>
        ) : (
          formatSpan(medianPaySeconds, 'short')
        )}
      </Sum>
      <Sum label={<Trans id="solvency.books">Books proved</Trans>}>
        {books.provedAt ? (
          <time dateTime={books.provedAt}>{formatMomentUtc(books.provedAt)}</time>
        ) : (
          <Trans id="solvency.books.never">Not checked yet</Trans>
        )}
      </Sum>
    </dl>
  )
}

function payouts(count: number): string {
  return t({ id: 'solvency.payouts', message: plural(count, { one: '# payout', other: '# payouts' }) })
}

function Sum({ label, note, children }: { label: ReactNode; note?: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {note && <dd className="solvency-note">{note}</dd>}
    </div>
  )
}

function HowItIsCounted() {
  return (
    <section aria-labelledby="counted">
      <h2 id="counted">
        <Trans id="solvency.how">How it is counted</Trans>
      </h2>
      <ul className="solvency-how">
        <li>
          <Trans id="solvency.how.owed">
            <b>Owed</b> is the sum of all balances, of what is credited but on hold, of withdrawals that are on their
            way, and of what is set aside for ads and tasks.
          </Trans>
        </li>
        <li>
          <Trans id="solvency.how.escrow">
            <b>Set aside</b> is what advertisers and task owners have paid for work that is not done yet. It goes to
            workers, or back.
          </Trans>
        </li>
        <li>
          <Trans id="solvency.how.held">
            <b>Held</b> is what the wallets that carry out payouts say of themselves, at the rate of that moment.
          </Trans>
        </li>
        <li>
          <Trans id="solvency.how.paid">
            <b>Paid</b> is what reached wallets: withdrawals without their fees.
          </Trans>
        </li>
        <li>
          <Trans id="solvency.how.books">
            <b>Proved</b> means that every balance was recounted from each single movement, to the unit, and that all
            accounts together came to zero.
          </Trans>
        </li>
      </ul>
    </section>
  )
}
