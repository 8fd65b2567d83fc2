import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { useEffect, useRef, useState, lazy, Suspense, useLayoutEffect } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { showPage } from '#base/first-paint.ts'
import { useRoute } from '#base/route.ts'
import { useStore } from '#base/store.ts'
import { rememberSite, useKnownSite, useSite } from '#features/home/home.ts'
import { pages } from '#shell/pages.ts'
import { CurrencyContext } from '#ui/currency.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { LoadErrorPage } from './LoadErrorPage.tsx'

const Overlays = lazy(() => loadChunk(() => import('./Overlays.tsx').then((file) => ({ default: file.Overlays }))))

/** Around every page: what the site is called and looks like, and what can appear over any page. */
export const Root = () => {
  const site = useSite()
  const known = useKnownSite()
  // Everything below is drawn anew when the language changes.
  useLingui()
  useLayoutEffect(showPage, [])
  useEffect(() => {
    if (!known) return
    document.documentElement.style.setProperty('--brand-hue', String(known.hue))
    rememberSite(known)
  }, [known])
  return (
    <CurrencyContext value={site.currency}>
      <LoadingBar />
      <PageAnnouncer siteName={site.name} />
      <CurrentPage />
      {/* Without them the page itself still works. */}
      <ErrorBoundary page="overlays" fallback={() => null}>
        <Suspense>
          <Overlays />
        </Suspense>
      </ErrorBoundary>
    </CurrencyContext>
  )
}

const CurrentPage = () => {
  const shown = useRoute((state) => state.shown)
  if (!shown) return null
  const { Layout, PageView, pathname, failure } = shown
  if (failure !== undefined) return <LoadErrorPage error={failure} />
  const page = (
    <ErrorBoundary page={pathname} fallback={(error) => <LoadErrorPage error={error} />}>
      <PageView key={pathname} />
    </ErrorBoundary>
  )
  // A broken page leaves the menu around it alone; a broken layout is caught outside.
  return (
    <ErrorBoundary page={pathname} fallback={(error) => <LoadErrorPage error={error} />}>
      <Layout>{page}</Layout>
    </ErrorBoundary>
  )
}

/** A thin stream along the upper edge while something is loading; short waits pass without it. */
const LoadingBar = () => {
  const loading = useStore((state) => state.loading)
  if (!loading) return null
  return (
    <div className="loading-bar" role="progressbar" aria-label={t({ id: 'app.loading', message: 'Loading page' })} />
  )
}

/** Gives each page its browser title, tells it to screen readers and moves the focus to its beginning. */
const PageAnnouncer = ({ siteName }: { siteName: string }) => {
  const path = useRoute(({ shown }) => shown?.path ?? null)
  const address = useRoute(({ shown }) => shown?.pathname ?? null)
  const title = path === null ? '' : i18n._(pages[path].title)
  const [told, setTold] = useState('')
  const previous = useRef<string | null>(null)
  useEffect(() => {
    if (title !== '') document.title = `${title} · ${siteName}`
  }, [title, siteName])
  useEffect(() => {
    if (address === null) return
    // The browser itself announces the page that a visit starts with.
    const isFirst = previous.current === null
    if (previous.current === address) return
    previous.current = address
    if (isFirst) return
    setTold(title)
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [address, title])
  return (
    <p className="visually-hidden" role="status">
      {told}
    </p>
  )
}
