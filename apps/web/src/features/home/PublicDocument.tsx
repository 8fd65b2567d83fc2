import { t } from '@lingui/core/macro'
import { IconMoon, IconSun } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { publicScript } from 'virtual:public-script'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Logo } from '#ui/Logo.tsx'
import { SkipLink } from '#ui/SkipLink.tsx'
import font from '#web/styles/fonts/figtree-latin-700.woff2'
import styles from '#web/styles/public.css?inline'
import type { PublicData } from './public-data.ts'

interface PublicDocumentProps {
  path: string
  title: string
  description: string
  data: PublicData
  children: ReactNode
}

/** The frame of a public page: all of its style and script inside, nothing to wait for. */
export function PublicDocument({ path, title, description, data, children }: PublicDocumentProps) {
  const { site, origin } = data
  const fullTitle = `${title} · ${site.name}`
  const address = `${origin}${path}`
  return (
    <html lang="en" data-mode="light">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{fullTitle}</title>
        <meta name="description" content={description} />
        <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="canonical" href={address} />
        <meta name="color-scheme" content="light dark" />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content={site.name} />
        <meta property="og:title" content={fullTitle} />
        <meta property="og:description" content={description} />
        <meta property="og:url" content={address} />
        <meta property="og:image" content={`${origin}/og.png`} />
        <meta name="twitter:card" content="summary_large_image" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-180.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <style dangerouslySetInnerHTML={{ __html: `${styles}:root{--brand-hue:${Math.trunc(site.hue)}}` }} />
        <script dangerouslySetInnerHTML={{ __html: publicScript }} />
      </head>
      <body className="flex min-h-dvh flex-col">
        <SkipLink />
        <Header data={data} />
        <main id="main" className="mx-auto w-full max-w-6xl grow px-4 sm:px-6">
          {children}
        </main>
        <Footer name={site.name} />
      </body>
    </html>
  )
}

function Header({ data }: { data: PublicData }) {
  const { name, logo, registrationOpen } = data.site
  return (
    <header className="mx-auto flex w-full max-w-6xl items-center gap-2 px-4 py-3 sm:px-6">
      <a href="/" className="mr-auto flex min-h-11 items-center">
        <Logo name={name} svg={logo} />
      </a>
      <IconButton
        label={t({ id: 'home.mode', message: 'Switch between light and dark' })}
        data-toggle-mode=""
        icon={
          <>
            <IconMoon className="for-light" aria-hidden="true" />
            <IconSun className="for-dark" aria-hidden="true" />
          </>
        }
      />
      <nav aria-label={t({ id: 'home.nav', message: 'Main' })} className="flex gap-2">
        <Button as="a" href="/login" variant="quiet" className="for-guests">
          {t({ id: 'home.signIn', message: 'Sign in' })}
        </Button>
        {registrationOpen && (
          <Button as="a" href="/register" variant="primary" className="for-guests max-sm:hidden">
            {t({ id: 'home.register', message: 'Create account' })}
          </Button>
        )}
        <Button as="a" href="/app/dashboard" variant="primary" className="for-members">
          {t({ id: 'home.openApp', message: 'Open the app' })}
        </Button>
      </nav>
    </header>
  )
}

function Footer({ name }: { name: string }) {
  const links = [
    { href: '/privacy-policy', text: t({ id: 'home.footer.privacy', message: 'Privacy' }) },
    { href: '/terms-of-service', text: t({ id: 'home.footer.terms', message: 'Terms' }) },
    { href: '/contact', text: t({ id: 'home.footer.contact', message: 'Contact' }) },
  ]
  return (
    <footer className="mx-auto mt-12 flex w-full max-w-6xl flex-wrap items-center gap-x-6 px-4 py-4 text-muted sm:px-6">
      <p className="mr-auto">{name}</p>
      {links.map(({ href, text }) => (
        <a key={href} href={href} className="flex min-h-11 items-center underline-offset-4 hover:underline">
          {text}
        </a>
      ))}
    </footer>
  )
}
