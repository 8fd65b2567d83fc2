import { t } from '@lingui/core/macro'
import type { Site } from '@runnel/contract/home'
import { IconMoon, IconSun } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { publicScript } from 'virtual:public-script'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Logo } from '#ui/Logo.tsx'
import { SkipLink } from '#ui/SkipLink.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import type { PublicData } from '#web/public-data.ts'

interface PublicDocumentProps {
  data: PublicData
  title: string
  description: string
  styles: string[]
  children: ReactNode
}

/** The frame of a public page: all of its style and script inside, nothing to wait for. */
export const PublicDocument = ({ data, title, description, styles, children }: PublicDocumentProps) => {
  const { site, locale } = data
  const fullTitle = `${title} · ${site.name}`
  return (
    <html lang={locale === 'pseudo' ? 'en' : locale} data-mode="light">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{fullTitle}</title>
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        <SocialTags data={data} title={fullTitle} description={description} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icon-180.png" />
        {styles.map((sheet) => (
          <style key={sheet} dangerouslySetInnerHTML={{ __html: sheet }} />
        ))}
        <script dangerouslySetInnerHTML={{ __html: publicScript }} />
      </head>
      <body>
        <SkipLink />
        <PublicHeader site={site} />
        <main id="main" tabIndex={-1}>
          {site.maintenance && <MaintenanceNotice message={site.maintenance.message} />}
          {children}
        </main>
        <PublicFooter site={site} isOpen={data.solvency !== null && data.solvency !== 'off'} />
      </body>
    </html>
  )
}

const SocialTags = ({ data, title, description }: { data: PublicData; title: string; description: string }) => {
  const { site, origin, path } = data
  if (!origin) return null
  const address = `${origin}${path}`
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={`${origin}/og.png`} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

const MaintenanceNotice = ({ message }: { message: string }) => (
  <Alert tone="warn" title={t({ id: 'home.maintenance', message: 'Under maintenance' })}>
    {message}
  </Alert>
)

interface PublicFooterProps {
  site: Site
  /** Whether the owner shows what the site owes and holds. */
  isOpen: boolean
}

const PublicFooter = ({ site, isOpen }: PublicFooterProps) => {
  const links = [
    ...(isOpen ? [{ href: '/solvency', text: t({ id: 'home.footer.solvency', message: 'Solvency' }) }] : []),
    { href: '/privacy-policy', text: t({ id: 'home.footer.privacy', message: 'Privacy policy' }) },
    { href: '/terms-of-service', text: t({ id: 'home.footer.terms', message: 'Terms of service' }) },
    { href: '/contact', text: t({ id: 'home.footer.contact', message: 'Contact' }) },
  ]
  return (
    <footer className="foot">
      <p>{site.name}</p>
      <nav aria-label={t({ id: 'home.footer.nav', message: 'Site links' })}>
        {links.map(({ href, text }) => (
          <a key={href} href={href}>
            {text}
          </a>
        ))}
      </nav>
    </footer>
  )
}

const PublicHeader = ({ site }: { site: Site }) => (
  <header className="bar">
    <a href="/" className="bar-home">
      <Logo name={site.name} svg={site.logo} />
    </a>
    <IconButton
      label={t({ id: 'home.mode', message: 'Switch between light and dark mode' })}
      data-toggle-mode=""
      icon={
        <>
          <IconMoon className="for-light" aria-hidden="true" />
          <IconSun className="for-dark" aria-hidden="true" />
        </>
      }
    />
    <nav aria-label={t({ id: 'home.nav', message: 'Main' })}>
      <Button as="a" href="/login" variant="soft" className="for-guests">
        {t({ id: 'home.signIn', message: 'Sign in' })}
      </Button>
      {site.registrationOpen && (
        <Button as="a" href="/register" variant="primary" className="for-guests bar-wide">
          {t({ id: 'home.register', message: 'Create account' })}
        </Button>
      )}
      <Button as="a" href="/app/dashboard" variant="primary" className="for-members">
        {t({ id: 'home.openApp', message: 'Open dashboard' })}
      </Button>
    </nav>
  </header>
)
