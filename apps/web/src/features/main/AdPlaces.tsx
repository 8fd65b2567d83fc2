import { t } from '@lingui/core/macro'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from '#base/store.ts'
import { useSite } from '#features/home/home.ts'
import { bannerFor } from '#ui/banner/banner-size.ts'
import { Banner } from '#ui/banner/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { dismissNote, isNoteDismissed, detectAdblock } from './adblock.ts'

/** The owner's banners below a page that pays, and a word about ad blockers where it is due. */
export const AdPlaces = () => {
  const { banners } = useSite()
  const isBlocking = useStore((state) => state.adblock)
  const [first] = banners
  useEffect(() => detectAdblock(first), [first])
  return (
    <>
      {isBlocking && banners.length > 0 && <Note />}
      <Banners />
    </>
  )
}

const Banners = () => {
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
        <div className="fixed top-24 end-4 hidden min-[108rem]:block">
          <Banner size="160x600" />
        </div>
      )}
    </div>
  )
}

/** Asks, and goes away for good when told to. */
const Note = () => {
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
      title={t({ id: 'adblock.note.title', message: 'Ad blocker detected' })}
      actions={
        <Button size="small" onClick={dismiss}>
          {t({ id: 'adblock.note.dismiss', message: 'Got it' })}
        </Button>
      }
    >
      {t({
        id: 'adblock.note.text',
        message: `Ads fund the rewards ${name} pays you. Please allow them here. They can’t access your account.`,
      })}
    </Alert>
  )
}
