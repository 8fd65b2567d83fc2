import type { HomeStats } from '@runnel/contract/home'
import { Trans } from '@lingui/react/macro'
import { useCurrency } from '#ui/currency.ts'
import { formatNumber } from '#ui/format.ts'
import { formatSpan, formatTotal } from './figures.ts'

/** The live figures, in the pool that the stream of the first screen runs into. */
export function HomeFigures({ stats }: { stats: HomeStats }) {
  const currency = useCurrency()
  const isNew = stats.totalEarned === 0
  return (
    <section className="pool" aria-labelledby="figures">
      <div className="pool-inside">
        <h2 id="figures">
          {isNew ? (
            <Trans id="home.figures.new">Just opened: the first figures will be yours</Trans>
          ) : (
            <Trans id="home.figures">The stream so far</Trans>
          )}
        </h2>
        <dl className="pool-figures">
          <Figure label={<Trans id="home.figures.earned">Earned by everyone</Trans>}>
            {formatTotal(stats.totalEarned, currency)}
          </Figure>
          <Figure label={<Trans id="home.figures.paid">Paid out to wallets</Trans>}>
            {formatTotal(stats.paidOut, currency)}
          </Figure>
          <Figure label={<Trans id="home.figures.users">People</Trans>}>{formatNumber(stats.totalUsers)}</Figure>
          <Figure label={<Trans id="home.figures.median">From request to paid, median</Trans>}>
            {stats.medianPaySeconds === null ? (
              <Trans id="home.figures.noMedian">no payout yet</Trans>
            ) : (
              formatSpan(stats.medianPaySeconds, 'short')
            )}
          </Figure>
        </dl>
      </div>
    </section>
  )
}

function Figure({ label, children }: { label: React.ReactNode; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
