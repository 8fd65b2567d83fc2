import { t } from '@lingui/core/macro'

/** The first stop of the tab key: over the menu to the page itself. */
export function SkipLink({ target = 'main' }: { target?: string }) {
  return (
    <a className="skip-link" href={`#${target}`}>
      {t({ id: 'ui.skip', message: 'Skip to content' })}
    </a>
  )
}
