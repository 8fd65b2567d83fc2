import { queryText } from '@runnel/contract/client'
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import type { ParsedLocation } from '@tanstack/react-router'
import { turnedAway } from './access.ts'
import { history } from './history.ts'
import { lazyPage } from './lazy-page.tsx'
import { AppLayout } from './layouts/AppLayout.tsx'
import { BareLayout } from './layouts/BareLayout.tsx'
import { GuestLayout } from './layouts/GuestLayout.tsx'
import { LoadErrorPage } from './layouts/LoadErrorPage.tsx'
import { Root } from './layouts/Root.tsx'
import { parentOf } from './menu.ts'
import { pages } from './pages.ts'
import type { Page, PageLayout } from './pages.ts'
import { routerPath } from './paths.ts'
import { openOnlyMenu, setLoading, useStore } from './store.ts'

const rootRoute = createRootRoute({ component: Root, errorComponent: LoadErrorPage })

const layouts = { app: AppLayout, guest: GuestLayout, bare: BareLayout }

function layoutRoute(id: keyof typeof layouts) {
  const route = createRoute({ getParentRoute: () => rootRoute, id, component: layouts[id] })
  return route.addChildren(
    pagesWith(id).map(([path, page]) =>
      createRoute({
        getParentRoute: () => route,
        path: routerPath(path),
        component: lazyPage(page.load),
        beforeLoad: ({ location }: { location: ParsedLocation }) => guard(page, location),
      }),
    ),
  )
}

type ShownPage = Page & Required<Pick<Page, 'load'>>

/** The pages that this application draws in one layout; those of the server have nothing to load. */
function pagesWith(layout: PageLayout) {
  return Object.entries<Page>(pages).filter(
    (entry): entry is [keyof typeof pages, ShownPage] => entry[1].layout === layout && entry[1].load !== undefined,
  )
}

function guard(page: Page, location: ParsedLocation): void {
  const { token, user } = useStore.getState()
  const elsewhere = turnedAway({ access: page.access, address: location.href, token, user })
  if (elsewhere !== null) throw redirect({ href: elsewhere, replace: true })
}

const NotFoundPage = lazyPage(pages['/404'].load)

export const router = createRouter({
  routeTree: rootRoute.addChildren([layoutRoute('app'), layoutRoute('guest'), layoutRoute('bare')]),
  history,
  defaultPreload: 'intent',
  defaultPreloadDelay: 60,
  scrollRestoration: true,
  defaultErrorComponent: LoadErrorPage,
  defaultNotFoundComponent: () => (
    <BareLayout>
      <NotFoundPage />
    </BareLayout>
  ),
  // Addresses hold plain text, never JSON.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: queryText,
})

router.subscribe('onBeforeNavigate', () => setLoading(true))
router.subscribe('onResolved', ({ toLocation }) => {
  setLoading(false)
  openOnlyMenu(parentOf(toLocation.pathname))
})
