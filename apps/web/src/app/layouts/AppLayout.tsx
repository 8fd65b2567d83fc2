import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { followLive } from '#api/live.ts'
import { history } from '#app/history.ts'
import { to } from '#app/paths.ts'
import { useRoute } from '#app/route.ts'
import { useStore } from '#app/store.ts'
import { fetchMe, refreshMe, useMeQuery } from '#features/user/user.ts'
import { SkipLink } from '#ui/SkipLink.tsx'
import { BottomBar } from './BottomBar.tsx'
import { MenuDrawer } from './MenuDrawer.tsx'
import { SideMenu } from './SideMenu.tsx'
import { TopBar } from './TopBar.tsx'

/** Around every page of a signed-in user: a menu at the side or below, and what one owns at the top. */
export function AppLayout({ children }: { children: ReactNode }) {
  useSession()
  const drawer = useRef<HTMLDialogElement>(null)
  const address = useRoute(({ shown }) => shown?.pathname)
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
          {children}
        </main>
      </div>
      <BottomBar onMore={() => drawer.current?.showModal()} />
      <MenuDrawer dialog={drawer} />
    </div>
  )
}

/** Keeps the user's data alive while a page stands open, and sends a locked account where it is told why. */
function useSession(): void {
  const token = useStore((state) => state.token)
  const { data } = useMeQuery()
  const locked = data !== undefined && data.user.lockedAt !== null
  useEffect(() => {
    if (token === null) return
    // A failure has been told and obeyed by then.
    fetchMe().catch(() => undefined)
    return followLive(() => void refreshMe())
  }, [token])
  useEffect(() => {
    if (locked) history.replace(to('/app/locked'))
  }, [locked])
}
