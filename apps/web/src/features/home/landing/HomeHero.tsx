import { Plural, Trans } from '@lingui/react/macro'
import type { HomeStats, Site } from '@runnel/contract/home'
import { formatSpan } from '#features/home/figures.ts'
import { useCurrency } from '#ui/currency.ts'
import { formatNumber, formatValue } from '#ui/format.ts'
import { HeroStream } from './HeroBackground.tsx'
import { StartButtons } from './StartButtons.tsx'

interface HomeHeroProps {
  site: Site
  faucet: HomeStats['faucet'] | null
}

export const HomeHero = ({ site, faucet }: HomeHeroProps) => {
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
        <StartButtons open={site.registrationOpen} />
        {site.registrationOpen && (
          <p className="hero-note for-guests">
            <Trans id="home.free">Free to join. All you need is a username, an email address and a password.</Trans>
          </p>
        )}
      </div>
      <div className="hero-water">
        <HeroStream />
        {faucet && <FaucetDrop faucet={faucet} />}
      </div>
    </section>
  )
}

/** What one claim pays at this moment, in the shape of what it is. */
const FaucetDrop = ({ faucet }: { faucet: HomeStats['faucet'] }) => {
  const value = formatValue(faucet.reward, useCurrency())
  const span = formatSpan(faucet.timer)
  return (
    <div className="hero-drop">
      <p className="hero-drop-label">
        <Trans id="home.drop.label">Reward per claim</Trans>
      </p>
      <p className="hero-drop-figure">
        <strong>{formatNumber(faucet.reward)}</strong>
        <span>
          <Trans id="home.drop.units">
            <Plural value={faucet.reward} one="unit" other="units" /> ≈ {value}
          </Trans>
        </span>
      </p>
      <p className="hero-drop-note">
        <Trans id="home.drop.every">Every {span}</Trans>
      </p>
    </div>
  )
}
