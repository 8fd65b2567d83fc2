import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { PageLink } from '#base/PageLink.tsx'
import { useSite } from '#features/home/home.ts'
import { pages } from '#shell/pages.ts'
import { Logo } from '#ui/Logo.tsx'
import { SkipLink } from '#ui/SkipLink.tsx'
import { languageLabel, Languages, LanguageSwitch } from './LanguageSwitch.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'

const linked = ['/privacy-policy', '/terms-of-service', '/contact'] as const

/** The pages that every visitor may want from anywhere. */
const SiteLinks = () => (
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
    <div role="group" aria-label={languageLabel()} className="languages">
      <Languages />
    </div>
  </footer>
)

/** One card on calm water, for signing in and the like. */
export const GuestLayout = ({ children }: { children: ReactNode }) => {
  const site = useSite()
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="mx-auto flex w-full max-w-6xl items-center justify-between px-4 py-3 sm:px-6">
        <PageLink to="/" className="flex min-h-11 items-center">
          <Logo name={site.name} svg={site.logo} />
        </PageLink>
        <div className="flex">
          <LanguageSwitch />
          <ModeSwitch />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-md grow px-4 pt-4 pb-10 outline-none sm:pt-10">
        {children}
      </main>
      <SiteLinks />
    </div>
  )
}
