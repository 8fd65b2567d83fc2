import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { EarningRate } from '@runnel/contract/home'
import { formatSpan } from '#features/home/figures.ts'
import { unitsText } from '#ui/Amount.tsx'
import { useCurrency } from '#ui/currency.ts'
import { formatValue } from '#ui/format.ts'
import { byPay, wayIcons, wayName } from './ways.ts'

/** Every way to earn that is open, with what it paid lately: from records, or not at all. */
export const HomeWays = ({ rates }: { rates: readonly EarningRate[] }) => {
  if (rates.length === 0) return null
  return (
    <section className="page" aria-labelledby="ways">
      <h2 id="ways">
        <Trans id="home.ways">Ways to earn</Trans>
      </h2>
      {rates.some(({ reward }) => reward !== null) && (
        <p className="page-lead ways-lead">
          <Trans id="home.ways.text">
            Average reward and typical pay per minute, calculated from payments of the last 7 days. Waiting time is
            included.
          </Trans>
        </p>
      )}
      <ul className="ways">
        {byPay(rates).map((rate) => (
          <Way key={rate.kind} rate={rate} />
        ))}
      </ul>
    </section>
  )
}

const Way = ({ rate: { kind, reward, seconds, perMinute } }: { rate: EarningRate }) => {
  const currency = useCurrency()
  const WayIcon = wayIcons[kind]
  return (
    <li className="way">
      <span className="trust-icon" aria-hidden="true">
        <WayIcon />
      </span>
      <h3>{wayName(kind)}</h3>
      {perMinute !== null && <PerMinute units={unitsText(perMinute)} />}
      {reward === null ? (
        <p>
          <Trans id="home.ways.few">Not enough records yet</Trans>
        </p>
      ) : (
        <Reward units={unitsText(reward)} value={formatValue(reward, currency)} />
      )}
      {seconds !== null && <Takes span={formatSpan(seconds, 'short')} />}
    </li>
  )
}

const PerMinute = ({ units: perMinute }: { units: string }) => (
  <p className="way-rate">{t({ id: 'dashboard.perMinute', message: `${perMinute}/min` })}</p>
)

const Reward = ({ units, value }: { units: string; value: string }) => (
  <p>
    <Trans id="home.ways.reward">
      {units} ≈ {value} on average
    </Trans>
  </p>
)

const Takes = ({ span }: { span: string }) => (
  <p>
    <Trans id="home.ways.time">Typically {span}</Trans>
  </p>
)
