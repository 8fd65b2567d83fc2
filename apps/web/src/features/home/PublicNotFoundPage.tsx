import { i18n } from '@lingui/core'
import { Trans } from '@lingui/react/macro'
import { localizedPath } from '@runnel/contract/locale'
import { Button } from '#ui/Button.tsx'

/** For an address that leads nowhere: says so and shows the way back. */
export const PublicNotFoundPage = () => (
  <section className="page page-narrow">
    <h1>
      <Trans id="home.missing.heading">Page not found</Trans>
    </h1>
    <p className="page-lead">
      <Trans id="home.missing.text">This page doesn’t exist. It may have moved, or the link may be wrong.</Trans>
    </p>
    <p className="page-actions">
      <Button as="a" href={localizedPath('/', i18n.locale)} variant="primary">
        <Trans id="home.missing.back">Go to home page</Trans>
      </Button>
    </p>
  </section>
)
