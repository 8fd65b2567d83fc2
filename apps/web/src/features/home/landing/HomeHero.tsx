import { Trans } from '@lingui/react/macro'
import type { HomeStats, Site } from '@runnel/contract/home'
import { formatSpan, formatTotal } from '#features/home/figures.ts'
import { useCurrency } from '#ui/currency.ts'
import { formatNumber } from '#ui/format.ts'
import { HeroStream } from './HeroBackground.tsx'
import { HomePhone } from './HomePhone.tsx'
import { StartButtons } from './StartButtons.tsx'

interface HomeHeroProps {
  site: Site
  stats: HomeStats | null
}

export const HomeHero = ({ site, stats }: HomeHeroProps) => {
  const name = site.name
  return (
    <section className="hero">
      <div className="hero-words">
        <h1>
          <Trans id="home.hero">Earn free crypto, paid to your wallet.</Trans>
        </h1>
        <p className="hero-lead">
          <Trans id="home.lead">
            {name} is a crypto faucet and rewards site. Claim for free, earn more with activities you choose, and
            withdraw to your own wallet. You always see the reward, fee and rate before you confirm.
          </Trans>
        </p>
        {stats && <Week week={stats.week} />}
        <StartButtons open={site.registrationOpen} />
        {site.registrationOpen && (
          <p className="hero-note for-guests">
            <Trans id="home.free">Free to join. All you need is a username, an email address and a password.</Trans>
          </p>
        )}
      </div>
      <div className="hero-water">
        <HeroStream />
        {stats && <HomePhone site={site} stats={stats} />}
      </div>
    </section>
  )
}

/** What members got of it in the last days: nothing is said where nothing was earned. */
const Week = ({ week: { earned, payouts, medianPaySeconds } }: { week: HomeStats['week'] }) => {
  const amount = formatTotal(earned, useCurrency())
  if (earned === 0) return null
  return (
    <p className="hero-proof">
      <Trans id="home.week">
        Users earned <b>{amount}</b> in the last 7 days.
      </Trans>
      {medianPaySeconds !== null && (
        <>
          {' '}
          <Fast payouts={formatNumber(payouts)} span={formatSpan(medianPaySeconds)} />
        </>
      )}
    </p>
  )
}

const Fast = ({ payouts, span }: { payouts: string; span: string }) => (
  <Trans id="home.week.paid">
    Half of the {payouts} payouts took less than <b>{span}</b>.
  </Trans>
)
