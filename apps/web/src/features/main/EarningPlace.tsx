import { t } from '@lingui/core/macro'
import { IconShieldOff } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useStore } from '#app/store.ts'
import { useSite } from '#features/home/home.ts'
import { Alert } from '#ui/Alert.tsx'
import { bannerFor } from '#ui/banner-size.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { dismissNote, isNoteDismissed, noteAdblock } from './adblock.ts'

/** Around a page that pays: the owner's banners, and a word about ad blockers where it is due. */
export function EarningPlace({ children }: { children: ReactNode }) {
  const { banners, adblockWall } = useSite()
  const isBlocking = useStore((state) => state.adblock)
  const hasAds = banners.length > 0 || adblockWall
  const [first] = banners
  useEffect(() => {
    if (hasAds) void noteAdblock(first)
  }, [hasAds, first])
  if (isBlocking && adblockWall) return <Wall />
  return (
    <>
      {children}
      {isBlocking && banners.length > 0 && <Note />}
      <Banners />
    </>
  )
}

function Banners() {
  const { banners } = useSite()
  const room = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const place = room.current
    if (!place) return
    const measure = () => setWidth(place.clientWidth)
    measure()
    // The window changes its width, and the page may have been hidden behind its first drawing until now.
    const observer = new ResizeObserver(measure)
    observer.observe(place)
    return () => observer.disconnect()
  }, [])
  const size = bannerFor(width, banners)
  return (
    <div ref={room}>
      {size && (
        <div className="mt-8 grid justify-center">
          <Banner key={size} size={size} />
        </div>
      )}
      {banners.includes('160x600') && width > 0 && (
        // Only where it stands clear of the page's own column.
        <div className="fixed top-24 right-4 hidden min-[108rem]:block">
          <Banner size="160x600" />
        </div>
      )}
    </div>
  )
}

/** Asks, and goes away for good when told to. */
function Note() {
  const { name } = useSite()
  const [isOpen, setOpen] = useState(() => !isNoteDismissed())
  if (!isOpen) return null
  const dismiss = () => {
    dismissNote()
    setOpen(false)
  }
  return (
    <Alert
      className="mt-8"
      title={t({ id: 'adblock.note.title', message: 'Your ad blocker is on' })}
      actions={
        <Button size="small" onClick={dismiss}>
          {t({ id: 'adblock.note.dismiss', message: 'All right' })}
        </Button>
      }
    >
      {t({
        id: 'adblock.note.text',
        message: `Ads pay for what ${name} pays you. If you like, allow them here; they cannot see your account.`,
      })}
    </Alert>
  )
}

/** Only where the owner wants it so. */
function Wall() {
  const { name } = useSite()
  return (
    <Card>
      <EmptyState
        heading="h2"
        title={t({ id: 'adblock.wall.title', message: 'Switch your ad blocker off to earn here' })}
        actions={
          <Button
            variant="primary"
            icon={<IconShieldOff aria-hidden="true" />}
            onClick={() => window.location.reload()}
          >
            {t({ id: 'adblock.wall.done', message: 'I have switched it off' })}
          </Button>
        }
      >
        {t({
          id: 'adblock.wall.text',
          message: `Ads pay for what ${name} pays you. They run in frames that cannot see your account.`,
        })}
      </EmptyState>
    </Card>
  )
}
