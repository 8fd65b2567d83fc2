import { useEffect, useRef, type ReactNode } from 'react'
import { useRoute } from '#base/route.ts'
import { EarningPlace } from '#features/main/EarningPlace.tsx'
import type { Page } from '#shell/page.ts'
import { pages } from '#shell/pages.ts'
import { SkipLink } from '#ui/SkipLink.tsx'
import { BottomBar } from './BottomBar.tsx'
import { MenuDrawer } from './MenuDrawer.tsx'
import { SideMenu } from './SideMenu.tsx'
import { TopBar } from './TopBar.tsx'
import { useSession } from './use-session.ts'

/** Around every page of a signed-in user: a menu at the side or below, and what one owns at the top. */
export function AppLayout({ children }: { children: ReactNode }) {
  useSession()
  const drawer = useRef<HTMLDialogElement>(null)
  const address = useRoute(({ shown }) => shown?.pathname)
  const carriesAds = useRoute(({ shown }) => shown !== null && pageOf(shown.path).ads === true)
  useEffect(() => drawer.current?.close(), [address])
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[16.5rem_minmax(0,1fr)]">
      <SkipLink />
      <SideMenu />
      <div className="flex min-h-dvh min-w-0 flex-col">
        <TopBar />
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

function pageOf(path: keyof typeof pages): Page {
  return pages[path]
}
