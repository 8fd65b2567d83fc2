import { t } from '@lingui/core/macro'
import type { Site } from '@runnel/contract/home'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Logo } from '#ui/Logo.tsx'

export function PublicHeader({ site }: { site: Site }) {
  return (
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
}
