import { t } from '@lingui/core/macro'
import { dirOf, langOf, LOCALES, localizedPath } from '@runnel/contract/locale'
import { IconLanguage, IconMoon, IconSun } from '@tabler/icons-react'
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
    <html lang={langOf(locale)} dir={dirOf(locale)} data-mode="light">
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
        <PublicHeader data={data} />
        <main id="main" tabIndex={-1}>
          {site.maintenance && <MaintenanceNotice message={site.maintenance.message} />}
          {children}
        </main>
        <PublicFooter data={data} />
      </body>
    </html>
  )
}

const SocialTags = ({ data, title, description }: { data: PublicData; title: string; description: string }) => {
  const { site, origin, path, locale } = data
  if (!origin) return null
  const addressIn = (tag: string) => `${origin}${localizedPath(path, tag)}`
  const address = addressIn(locale)
  return (
    <>
      <link rel="canonical" href={address} />
      {LOCALES.map(({ tag }) => (
        <link key={tag} rel="alternate" hrefLang={tag} href={addressIn(tag)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={addressIn('en')} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={regionalTag(locale)} />
      <meta property="og:image" content={addressOfCard(data)} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** Drawn by the server with the site's figures, in the language of the page. */
const addressOfCard = ({ origin, locale }: PublicData): string => `${origin}${localizedPath('/og.png', locale)}`

/** As social networks write it: es_ES. */
const regionalTag = (locale: string): string => {
  const { language, region } = new Intl.Locale(langOf(locale)).maximize()
  return `${language}_${region}`
}

const MaintenanceNotice = ({ message }: { message: string }) => (
  <Alert tone="warn" title={t({ id: 'home.maintenance', message: 'Under maintenance' })}>
    {message}
  </Alert>
)

const PublicFooter = ({ data }: { data: PublicData }) => {
  const { site, solvency, locale } = data
  // Only where the owner shows what the site owes and holds.
  const isOpen = solvency !== null && solvency !== 'off'
  const links = [
    ...(isOpen ? [{ path: '/solvency', text: t({ id: 'home.footer.solvency', message: 'Solvency' }) }] : []),
    { path: '/privacy-policy', text: t({ id: 'home.footer.privacy', message: 'Privacy policy' }) },
    { path: '/terms-of-service', text: t({ id: 'home.footer.terms', message: 'Terms of service' }) },
    { path: '/contact', text: t({ id: 'home.footer.contact', message: 'Contact' }) },
  ]
  return (
    <footer className="foot">
      <p>{site.name}</p>
      <nav aria-label={t({ id: 'home.footer.nav', message: 'Site links' })}>
        {links.map(({ path, text }) => (
          <a key={path} href={localizedPath(path, locale)}>
            {text}
          </a>
        ))}
      </nav>
      <nav aria-label={languageLabel()}>
        <LanguageLinks data={data} />
      </nav>
    </footer>
  )
}

/** The same page in all languages, each by its own name; the script of the page remembers which was chosen. */
const LanguageLinks = ({ data: { path, locale } }: { data: PublicData }) =>
  LOCALES.map(({ tag, name, dir }) => (
    <a
      key={tag}
      href={localizedPath(path, tag)}
      hrefLang={tag}
      lang={tag}
      dir={dir}
      data-locale={tag}
      aria-current={tag === locale ? 'true' : undefined}
    >
      {name}
    </a>
  ))

const languageLabel = () => t({ id: 'app.language', message: 'Language' })

const PublicHeader = ({ data }: { data: PublicData }) => (
  <header className="bar">
    <a href={localizedPath('/', data.locale)} className="bar-home">
      <Logo name={data.site.name} svg={data.site.logo} />
    </a>
    <IconButton label={languageLabel()} popoverTarget="languages" icon={<IconLanguage aria-hidden="true" />} />
    <nav id="languages" popover="auto" className="bar-languages" aria-label={languageLabel()}>
      <LanguageLinks data={data} />
    </nav>
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
      {data.site.registrationOpen && (
        <Button as="a" href="/register" variant="primary" className="for-guests bar-wide">
          {t({ id: 'home.register', message: 'Create account' })}
        </Button>
      )}
      <Button as="a" href="/app/dashboard" variant="primary" className="for-members">
        {t({ id: 'page.dashboard', message: 'Dashboard' })}
      </Button>
    </nav>
  </header>
)
