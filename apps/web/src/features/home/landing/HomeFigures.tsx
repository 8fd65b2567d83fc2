import { Trans } from '@lingui/react/macro'
import type { HomeStats } from '@runnel/contract/home'
import { formatSpan, formatTotal } from '#features/home/figures.ts'
import { useCurrency } from '#ui/currency.ts'
import { formatNumber } from '#ui/format.ts'

/** The live figures, in the pool that the stream of the first screen runs into. */
export const HomeFigures = ({ stats }: { stats: HomeStats }) => {
  const currency = useCurrency()
  const isNew = stats.totalEarned === 0
  return (
    <section className="pool" aria-labelledby="figures">
      <div className="pool-inside">
        <h2 id="figures">
          {isNew ? (
            <Trans id="home.figures.new">Just launched. The first statistics will appear here.</Trans>
          ) : (
            <Trans id="home.figures">Live statistics</Trans>
          )}
        </h2>
        <dl className="pool-figures">
          <Figure label={<Trans id="home.figures.earned">Earned by users</Trans>}>
            {formatTotal(stats.totalEarned, currency)}
          </Figure>
          <Figure label={<Trans id="home.figures.paid">Paid out</Trans>}>{formatTotal(stats.paidOut, currency)}</Figure>
          <Figure label={<Trans id="home.figures.users">Users</Trans>}>{formatNumber(stats.totalUsers)}</Figure>
          <Figure label={<Trans id="home.figures.median">Median payout time</Trans>}>
            {stats.medianPaySeconds === null ? (
              <Trans id="home.figures.noMedian">no payouts yet</Trans>
            ) : (
              formatSpan(stats.medianPaySeconds, 'short')
            )}
          </Figure>
        </dl>
      </div>
    </section>
  )
}

const Figure = ({ label, children }: { label: React.ReactNode; children: React.ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
