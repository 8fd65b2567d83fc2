import { t } from '@lingui/core/macro'

/** The first stop of the tab key: over the menu to the page itself. */
export const SkipLink = ({ target = 'main' }: { target?: string }) => (
  <a className="skip-link" href={`#${target}`}>
    {t({ id: 'ui.skip', message: 'Skip to content' })}
  </a>
)
