import type { ReactNode } from 'react'
import { PageLink } from '#base/PageLink.tsx'
import { useSite } from '#features/home/home.ts'
import { Logo } from '#ui/Logo.tsx'
import { SkipLink } from '#ui/SkipLink.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'

/** Only the name of the site above the page, for moments when nothing else is on offer. */
export const BareLayout = ({ children }: { children: ReactNode }) => {
  const site = useSite()
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="mx-auto flex w-full max-w-6xl items-center justify-between px-4 py-3 sm:px-6">
        <PageLink to="/" className="flex min-h-11 items-center">
          <Logo name={site.name} svg={site.logo} />
        </PageLink>
        <ModeSwitch />
      </header>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl grow px-4 py-6 outline-none sm:px-6">
        {children}
      </main>
    </div>
  )
}
