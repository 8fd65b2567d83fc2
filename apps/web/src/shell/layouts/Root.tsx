import { useLingui } from '@lingui/react'
import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { showPage } from '#base/first-paint.ts'
import { useRoute } from '#base/route.ts'
import { rememberSite, useKnownSite, useSite } from '#features/home/home.ts'
import { CurrencyContext } from '#ui/currency.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { LoadErrorPage } from './LoadErrorPage.tsx'
import { LoadingBar } from './LoadingBar.tsx'
import { PageAnnouncer } from './PageAnnouncer.tsx'

const Overlays = lazy(() => loadChunk(() => import('./Overlays.tsx').then((file) => ({ default: file.Overlays }))))

/** Around every page: what the site is called and looks like, and what can appear over any page. */
export function Root() {
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

function CurrentPage() {
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
