import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { HomeStats, Site } from '@runnel/contract/home'
import { formatSpan } from '#features/home/figures.ts'
import { unitsText } from '#ui/Amount.tsx'
import { useCurrency } from '#ui/currency.ts'
import { formatNumber, formatValue } from '#ui/format.ts'
import { Logo } from '#ui/Logo.tsx'
import { byPay, wayIcons, wayName } from './ways.ts'

const SHOWN_WAYS = 3

interface HomePhoneProps {
  site: Site
  stats: Pick<HomeStats, 'faucet' | 'rates'>
}

/** The faucet as a member has it on a phone, with the figures of this site; nothing of it can be pressed. */
export const HomePhone = ({ site, stats: { faucet, rates } }: HomePhoneProps) => {
  const value = formatValue(faucet.reward, useCurrency())
  const span = formatSpan(faucet.timer)
  const units = unitsText(faucet.reward)
  const best = byPay(rates.filter(({ kind }) => kind !== 'faucet')).slice(0, SHOWN_WAYS)
  return (
    <div className="phone" role="img" aria-label={t({ id: 'home.phone', message: 'The faucet on a phone' })}>
      <div className="phone-bar">
        <Logo name={site.name} svg={site.logo} />
      </div>
      <div className="phone-ring">
        <span>
          <Trans id="home.drop.label">Reward per claim</Trans>
        </span>
        <strong>{formatNumber(faucet.reward)}</strong>
        <span>
          <Trans id="home.drop.units">
            <Plural value={faucet.reward} one="unit" other="units" /> ≈ {value}
          </Trans>
        </span>
        <span className="phone-every">
          <Trans id="home.drop.every">Every {span}</Trans>
        </span>
      </div>
      <span className="button button-money phone-claim">{t({ id: 'faucet.claim', message: `Claim ${units}` })}</span>
      <div className="phone-ways">
        {best.map(({ kind, perMinute }) => (
          <PhoneWay key={kind} kind={kind} perMinute={perMinute} />
        ))}
      </div>
    </div>
  )
}

const PhoneWay = ({ kind, perMinute: rate }: Pick<HomeStats['rates'][number], 'kind' | 'perMinute'>) => {
  const WayIcon = wayIcons[kind]
  const perMinute = rate === null ? '' : unitsText(rate)
  return (
    <span>
      <WayIcon aria-hidden="true" />
      <b>{wayName(kind)}</b>
      {perMinute !== '' && <span>{t({ id: 'dashboard.perMinute', message: `${perMinute}/min` })}</span>}
    </span>
  )
}
