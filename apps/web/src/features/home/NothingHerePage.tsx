import { Trans } from '@lingui/react/macro'
import { Button } from '#ui/Button.tsx'

/** For an address that leads nowhere: says so and shows the way back. */
export function NothingHerePage() {
  return (
    <section className="page page-narrow">
      <h1>
        <Trans id="home.missing.heading">This stream runs dry here</Trans>
      </h1>
      <p className="page-lead">
        <Trans id="home.missing.text">
          There is no page at this address. It may have moved, or the link has a typo.
        </Trans>
      </p>
      <p className="page-actions">
        <Button as="a" href="/" variant="primary">
          <Trans id="home.missing.back">To the front page</Trans>
        </Button>
      </p>
    </section>
  )
}
