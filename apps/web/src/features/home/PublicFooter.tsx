import { t } from '@lingui/core/macro'
import type { Site } from '@runnel/contract/home'

interface PublicFooterProps {
  site: Site
  /** Whether the owner shows what the site owes and holds. */
  isOpen: boolean
}

export function PublicFooter({ site, isOpen }: PublicFooterProps) {
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
