import type { PublicData } from '#web/public-data.ts'
import { HomeBanner } from './HomeBanner.tsx'
import { HomeEnd } from './HomeEnd.tsx'
import { HomeFigures } from './HomeFigures.tsx'
import { HomeHero } from './HomeHero.tsx'
import { HomePayouts } from './HomePayouts.tsx'
import { HomeSolvency } from './HomeSolvency.tsx'
import { HomeSteps } from './HomeSteps.tsx'
import { HomeTrust } from './HomeTrust.tsx'

/** The first look: what one gets, what has been paid, how it works, and why to believe it. */
export function HomePage({ data }: { data: PublicData }) {
  const { site, stats, solvency, now } = data
  return (
    <>
      <HomeHero site={site} faucet={stats?.faucet ?? null} />
      {stats && <HomeFigures stats={stats} />}
      {stats && <HomePayouts stats={stats} now={now} />}
      {solvency !== null && solvency !== 'off' && <HomeSolvency figures={solvency} />}
      <HomeSteps faucet={stats?.faucet ?? null} />
      <HomeBanner site={site} />
      <HomeTrust site={site} />
      <HomeEnd site={site} />
    </>
  )
}
