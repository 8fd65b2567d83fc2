import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { IconMenu2 } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { PageLink } from '#base/PageLink.tsx'
import { useRoute } from '#base/route.ts'
import { useStore } from '#base/store.ts'
import { useSite } from '#features/home/home.ts'
import { EarningPlace } from '#features/main/EarningPlace.tsx'
import { menuOf } from '#shell/menu.ts'
import type { Page } from '#shell/page.ts'
import { pages } from '#shell/pages.ts'
import { useIsStaffPage } from '#shell/staff-page.ts'
import { Logo } from '#ui/Logo.tsx'
import { SkipLink } from '#ui/SkipLink.tsx'
import { BalancePill } from './BalancePill.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { LevelMeter } from './LevelMeter.tsx'
import { MenuBadge, StaffBadge } from './MenuBadge.tsx'
import { MenuDrawer } from './MenuDrawer.tsx'
import { MenuList } from './MenuList.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'
import { Notifications } from './Notifications.tsx'
import type * as StaffParts from './StaffSearch.tsx'
import { useSession } from './use-session.ts'
import { UserMenu } from './UserMenu.tsx'

let staffParts: Promise<typeof StaffParts> | undefined
/** Asks for the file once, although two of its components are drawn at the same time. */
const loadStaffParts = () => (staffParts ??= loadChunk(() => import('./StaffSearch.tsx')))
const StaffStrip = lazy(() => loadStaffParts().then((file) => ({ default: file.StaffStrip })))
const StaffSearch = lazy(() => loadStaffParts().then((file) => ({ default: file.StaffSearch })))

/** Around every page of a signed-in user: a menu at the side or below, and what one owns at the top. */
export const AppLayout = ({ children }: { children: ReactNode }) => {
  useSession()
  const drawer = useRef<HTMLDialogElement>(null)
  const address = useRoute(({ shown }) => shown?.pathname)
  const isStaffPage = useIsStaffPage()
  const carriesAds = useRoute(({ shown }) => shown !== null && pageOf(shown.path).ads === true)
  useEffect(() => drawer.current?.close(), [address])
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[16.5rem_minmax(0,1fr)]">
      <SkipLink />
      <SideMenu />
      <div className="flex min-h-dvh min-w-0 flex-col">
        <TopBar />
        {isStaffPage && (
          <Suspense>
            <StaffStrip />
          </Suspense>
        )}
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-5xl grow px-4 pt-4 pb-28 outline-none sm:px-6 lg:pt-6 lg:pb-12"
        >
          {carriesAds ? <EarningPlace>{children}</EarningPlace> : children}
        </main>
      </div>
      <BottomBar onMore={() => drawer.current?.showModal()} />
      <MenuDrawer dialog={drawer} />
    </div>
  )
}

const pageOf = (path: keyof typeof pages): Page => pages[path]

/** The menu of a wide screen. */
const SideMenu = () => {
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

/** What one owns, what is new and who one is; it stays in sight while the page scrolls. */
const TopBar = () => {
  const site = useSite()
  const isOwner = useStore((state) => state.user?.role === 'admin')
  const isStaffPage = useIsStaffPage()
  return (
    <header className="top-bar">
      <PageLink to="/app/dashboard" aria-label={site.name} className="flex size-11 items-center lg:hidden">
        <Logo svg={site.logo} />
      </PageLink>
      <div className="ms-auto flex items-center gap-1">
        {isOwner && (
          <Suspense>
            <StaffSearch />
          </Suspense>
        )}
        {!isStaffPage && <BalancePill />}
        <LanguageSwitch className="max-sm:hidden" />
        <ModeSwitch className="max-sm:hidden" />
        <Notifications />
        <UserMenu />
      </div>
    </header>
  )
}

/** The menu of a phone: what one needs every day within the thumb's reach, and a way to the rest. */
const BottomBar = ({ onMore }: { onMore: () => void }) => {
  const user = useStore((state) => state.user)
  const isStaffPage = useIsStaffPage()
  const daily = menuOf(user)
    .flatMap((entry) => ('pages' in entry ? entry.pages : [entry]))
    .filter(({ bar, staff }) => bar && staff === isStaffPage)
  return (
    <nav className="bottom-bar" aria-label={t({ id: 'menu.daily', message: 'Main pages' })}>
      {daily.map(({ path, title, bar, icon: Icon, count, waits }) => (
        <PageLink key={path} to={path} className="bottom-item relative">
          {Icon && <Icon aria-hidden="true" />}
          <span>{i18n._(bar ?? title)}</span>
          {count && (
            <span className="absolute top-0 start-1/2 ms-2">
              <MenuBadge count={count} />
            </span>
          )}
          {waits.length > 0 && (
            <span className="absolute top-0 start-1/2 ms-2">
              <StaffBadge waits={waits} />
            </span>
          )}
        </PageLink>
      ))}
      <button type="button" className="bottom-item" aria-haspopup="dialog" onClick={onMore}>
        <IconMenu2 aria-hidden="true" />
        <span>{t({ id: 'menu.more', message: 'More' })}</span>
      </button>
    </nav>
  )
}
