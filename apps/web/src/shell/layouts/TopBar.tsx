import { PageLink } from '#base/PageLink.tsx'
import { useSite } from '#features/home/home.ts'
import { Logo } from '#ui/Logo.tsx'
import { BalancePill } from './BalancePill.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'
import { Notifications } from './Notifications.tsx'
import { UserMenu } from './UserMenu.tsx'

/** What one owns, what is new and who one is; it stays in sight while the page scrolls. */
export function TopBar() {
  const site = useSite()
  return (
    <header className="top-bar">
      <PageLink to="/app/dashboard" aria-label={site.name} className="flex size-11 items-center lg:hidden">
        <Logo svg={site.logo} />
      </PageLink>
      <div className="ml-auto flex items-center gap-1">
        <BalancePill />
        <ModeSwitch className="max-sm:hidden" />
        <Notifications />
        <UserMenu />
      </div>
    </header>
  )
}
