import { i18n } from '@lingui/core'
import { Trans } from '@lingui/react/macro'
import { localizedPath } from '@runnel/contract/locale'
import type { Solvency } from '@runnel/contract/solvency'
import type { ReactNode } from 'react'
import { formatTotal } from '#features/home/figures.ts'
import { formatMomentUtc, formatPercent } from '#ui/format.ts'

/** What the site owes and holds, in one glance, with the way to all of it. */
export const HomeSolvency = ({ figures }: { figures: Solvency }) => {
  const { owed, holds, coverage, paid, books, currency } = figures
  return (
    <section className="page owed" aria-labelledby="owed">
      <h2 id="owed">
        <Trans id="home.solvency">Solvency</Trans>
      </h2>
      <dl className="owed-figures">
        <Figure label={<Trans id="solvency.owed">Liabilities to users</Trans>}>
          {formatTotal(owed.total, currency)}
        </Figure>
        {holds && (
          <Figure label={<Trans id="solvency.held">Reserves</Trans>}>{formatTotal(holds.units, currency)}</Figure>
        )}
        {coverage !== null && (
          <Figure label={<Trans id="home.solvency.coverage">Coverage</Trans>}>{formatPercent(coverage)}</Figure>
        )}
        <Figure label={<Trans id="solvency.day">Paid out (24 h)</Trans>}>
          {formatTotal(paid.day.amount, currency)}
        </Figure>
        <Figure label={<Trans id="solvency.month">Paid out (30 days)</Trans>}>
          {formatTotal(paid.month.amount, currency)}
        </Figure>
      </dl>
      <p className="owed-note">
        {books.provedAt && <Proved at={books.provedAt} />}{' '}
        <a href={localizedPath('/solvency', i18n.locale)} className="link">
          <Trans id="home.solvency.more">View all figures and their calculation</Trans>
        </a>
      </p>
    </section>
  )
}

const Proved = ({ at }: { at: string }) => {
  const moment = formatMomentUtc(at)
  return (
    <Trans id="home.solvency.proved">
      Ledger last verified <time dateTime={at}>{moment}</time>.
    </Trans>
  )
}

const Figure = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
