import { PageLink } from '#base/PageLink.tsx'
import { useSite } from '#features/home/home.ts'
import { Logo } from '#ui/Logo.tsx'
import { LevelMeter } from './LevelMeter.tsx'
import { MenuList } from './MenuList.tsx'

/** The menu of a wide screen. */
export function SideMenu() {
  const site = useSite()
  return (
    <aside className="side-menu">
      <PageLink to="/app/dashboard" className="flex min-h-11 items-center px-3">
        <Logo name={site.name} svg={site.logo} />
      </PageLink>
      <MenuList />
      <div className="mt-auto">
        <LevelMeter />
      </div>
    </aside>
  )
}
