import { Trans } from '@lingui/react/macro'
import type { Site } from '@runnel/contract/home'
import { Banner } from '#ui/banner/Banner.tsx'
import { classes } from '#ui/classes.ts'
import type { PublicData } from '#web/public-data.ts'
import { HomeFaq } from './HomeFaq.tsx'
import { HomeFigures } from './HomeFigures.tsx'
import { HomeFirstWithdrawal } from './HomeFirstWithdrawal.tsx'
import { HomeHero } from './HomeHero.tsx'
import { HomePayouts } from './HomePayouts.tsx'
import { HomeSolvency } from './HomeSolvency.tsx'
import { HomeSteps } from './HomeSteps.tsx'
import { HomeTrust } from './HomeTrust.tsx'
import { HomeWays } from './HomeWays.tsx'
import { StartButtons } from './StartButtons.tsx'

/** The first look: what one gets, what has been paid, how it works, and why to believe it. */
export const HomePage = ({ data }: { data: PublicData }) => {
  const { site, stats, solvency, now } = data
  return (
    <>
      <HomeHero site={site} stats={stats} />
      {stats && <HomeFigures stats={stats} />}
      {stats && <HomePayouts stats={stats} now={now} />}
      {stats && <HomeWays rates={stats.rates} />}
      {stats && <HomeFirstWithdrawal rules={stats.firstWithdrawal} />}
      {solvency !== null && solvency !== 'off' && <HomeSolvency figures={solvency} />}
      <HomeSteps faucet={stats?.faucet ?? null} />
      <HomeBanner site={site} />
      <HomeTrust site={site} />
      <HomeFaq week={stats?.week ?? null} />
      <HomeEnd site={site} />
    </>
  )
}

const HomeEnd = ({ site }: { site: Site }) => (
  <section className="end" aria-labelledby="end">
    <h2 id="end">
      <Trans id="home.end">Start earning today</Trans>
    </h2>
    <StartButtons open={site.registrationOpen} />
  </section>
)

/** The owner's banner in the calm between two parts of the page: a wide one where it fits, else a small one. */
const HomeBanner = ({ site: { banners } }: { site: Site }) => {
  const wide = banners.find((size) => size === '728x90') ?? banners.find((size) => size === '468x60')
  const small = banners.find((size) => size === '300x250')
  if (!wide && !small) return null
  return (
    <div className="banner">
      {wide && <Banner size={wide} className="banner-wide" />}
      {small && <Banner size={small} className={classes(wide && 'banner-small')} />}
    </div>
  )
}
