import { i18n } from '@lingui/core'
import { lazy, type ComponentType, type ReactNode } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { history, type Move } from '#base/history.ts'
import { readPath, type PagePath } from '#base/paths.ts'
import { routing, useRoute, type Shown } from '#base/route.ts'
import { openOnlyMenu, setLoading, useStore } from '#base/store.ts'
import { BareLayout } from '#shell/layouts/BareLayout.tsx'
import { redirectFor } from './access.ts'
import type { Page, PageLayout } from './page.ts'
import { pages } from './pages.ts'

type Layout = ComponentType<{ children: ReactNode }>

const layouts: Record<PageLayout, () => Promise<Layout>> = {
  app: () => import('#shell/layouts/AppLayout.tsx').then((file) => file.AppLayout),
  guest: () => import('#shell/layouts/GuestLayout.tsx').then((file) => file.GuestLayout),
  full: () => import('#shell/layouts/FullLayout.tsx').then((file) => file.FullLayout),
  bare: () => Promise.resolve(BareLayout),
  public: () => Promise.resolve(BareLayout),
}

const loadWayBack = () => import('#shell/layouts/WayBack.tsx').then((file) => ({ default: file.WayBack }))

/** Shows the page of the current address, and from then on the page of every next one; ends when the first is there. */
export const startRouter = (): Promise<void> => {
  // A glance at a link must never load the document anew; only who goes there is helped by that.
  routing.preload = (path) => void loadParts(path).catch(() => undefined)
  siteName = document.title
  routing.isHere = (path) => pageAt(path).layout !== 'public'
  routing.WayBack = lazy(() => loadChunk(loadWayBack))
  history.listen((move) => void show(move))
  void show('replace')
  return new Promise((resolve) => {
    const stop = useRoute.subscribe(() => {
      stop()
      resolve()
    })
  })
}

/** Asks the guards anew, as when the visitor signed in or out in another tab. */
export const recheckAccess = (): void => {
  void show('replace')
}

/** The page that a visit starts with has its title at once; the words of the staff's titles come later. */
const titleAtOnce = (path: PagePath): void => {
  const { title, access } = pageAt(path)
  if (useRoute.getState().shown !== null || access === 'admin' || access === 'moderator') return
  document.title = `${i18n._(title)} · ${siteName}`
}

let turn = 0
/** The document comes with the name of the site as its title. */
let siteName = ''

const show = async (move: Move): Promise<void> => {
  const { pathname, search, hash } = window.location
  const { path, params } = findPage(pathname)
  const { token, user } = useStore.getState()
  const elsewhere = redirectFor({ access: pageAt(path).access, address: pathname + search, token, user })
  if (elsewhere !== null) return history.replace(elsewhere)
  turn += 1
  const mine = turn
  setLoading(true)
  titleAtOnce(path)
  const query = Object.fromEntries(new URLSearchParams(search))
  const place = { path, pathname, params, query }
  const shown = await partsOf(path).then(
    (parts): Shown => ({ ...place, ...parts }),
    (failure: unknown): Shown => ({ ...place, Layout: BareLayout, PageView: () => null, failure }),
  )
  // The visitor may have gone on while the script was on its way.
  if (mine !== turn) return
  const before = useRoute.getState().shown?.pathname
  useRoute.setState({ shown })
  setLoading(false)
  openOnlyMenu(pageAt(path).menu?.parent ?? null)
  if (before !== undefined) scroll({ move, hash, samePage: before === pathname })
}

interface Parts {
  Layout: Layout
  PageView: ComponentType
}

const arrived = new Map<PagePath, Promise<Parts>>()

/** The scripts of a page and of the layout around it, fetched at most once. */
const partsOf = (path: PagePath): Promise<Parts> => {
  const known = arrived.get(path)
  if (known) return known
  const coming = loadChunk(() => loadParts(path))
  arrived.set(path, coming)
  // What failed may be asked for again.
  coming.catch(() => arrived.delete(path))
  return coming
}

export const loadParts = async (path: PagePath): Promise<Parts> => {
  const { load, layout } = pageAt(path)
  // The table promises that `load` gives the page's component, see `Page`.
  const loadView = (load ?? pages['/404'].load) as () => Promise<ComponentType>
  const [PageView, Layout] = await Promise.all([loadView(), layouts[layout](), wordsOfStaff()])
  return { PageView, Layout }
}

/** The titles of the staff's pages, for whoever has them in the menu. */
const wordsOfStaff = async (): Promise<void> => {
  const { user } = useStore.getState()
  if (user !== null && user.role !== 'user') await import('#shell/staff-words.ts')
}

const findPage = (pathname: string): { path: PagePath; params: Record<string, string> } => {
  for (const [path, page] of Object.entries<Page>(pages)) {
    const params = page.layout === 'public' ? null : readPath(path, pathname)
    // The keys of the table are its paths.
    if (params) return { path: path as PagePath, params }
  }
  return { path: '/404', params: {} }
}

const pageAt = (path: PagePath): Page => pages[path]

/** A new page begins at its top, a named place is brought into view, and going back leads to where one was. */
const scroll = ({ move, hash, samePage }: { move: Move; hash: string; samePage: boolean }): void => {
  requestAnimationFrame(() => {
    const place = hash === '' ? null : document.getElementById(hash.slice(1))
    if (place && move !== 'pop') return place.scrollIntoView()
    if (move === 'pop') window.scrollTo(0, history.scrollOfCurrent())
    else if (!samePage) window.scrollTo(0, 0)
  })
}
