import { Trans } from '@lingui/react/macro'
import type { Site } from '@runnel/contract/home'
import { StartButtons } from './StartButtons.tsx'

export function HomeEnd({ site }: { site: Site }) {
  return (
    <section className="end" aria-labelledby="end">
      <h2 id="end">
        <Trans id="home.end">Start earning today</Trans>
      </h2>
      <StartButtons open={site.registrationOpen} />
    </section>
  )
}
