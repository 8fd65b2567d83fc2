import { i18n } from '@lingui/core'
import { useEffect, useRef, useState } from 'react'
import { useRoute } from '#base/route.ts'
import { pages } from '#shell/pages.ts'

/** Gives each page its browser title, tells it to screen readers and moves the focus to its beginning. */
export function PageAnnouncer({ siteName }: { siteName: string }) {
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
