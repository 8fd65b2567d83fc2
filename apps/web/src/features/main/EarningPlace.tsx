import { lazy, Suspense, type ReactNode } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { useStore } from '#base/store.ts'
import { useSite } from '#features/home/home.ts'

// A site without banners never asks for these.
const AdPlaces = lazy(() => loadChunk(() => import('./AdPlaces.tsx')).then((file) => ({ default: file.AdPlaces })))
const AdblockWall = lazy(() =>
  loadChunk(() => import('./AdblockWall.tsx')).then((file) => ({ default: file.AdblockWall })),
)

/** Around a page that pays: the owner's banners, and a wall where the owner wants one against ad blockers. */
export const EarningPlace = ({ children }: { children: ReactNode }) => {
  const { banners, adblockWall } = useSite()
  const isBlocking = useStore((state) => state.adblock)
  const hasAds = banners.length > 0 || adblockWall
  const isClosed = isBlocking && adblockWall
  return (
    <>
      {!isClosed && children}
      {hasAds && <Suspense>{isClosed ? <AdblockWall /> : <AdPlaces />}</Suspense>}
    </>
  )
}
