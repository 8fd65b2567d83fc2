import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { PageLink } from '#base/PageLink.tsx'
import { pages } from '#shell/pages.ts'

const linked = ['/privacy-policy', '/terms-of-service', '/contact'] as const

/** The pages that every visitor may want from anywhere. */
export function SiteLinks() {
  return (
    <footer className="mx-auto w-full max-w-6xl px-4 py-4 text-sm text-muted sm:px-6">
      <nav aria-label={t({ id: 'app.siteLinks', message: 'Site links' })}>
        <ul className="flex flex-wrap justify-center gap-x-6">
          {linked.map((path) => (
            <li key={path}>
              <PageLink to={path} className="flex min-h-11 items-center hover:underline">
                {i18n._(pages[path].title)}
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  )
}
