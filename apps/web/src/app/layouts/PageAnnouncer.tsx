import { i18n } from '@lingui/core'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { pages } from '#app/pages.ts'
import type { Page } from '#app/pages.ts'

/** Gives each page its browser title, tells it to screen readers and moves the focus to its beginning. */
export function PageAnnouncer({ siteName }: { siteName: string }) {
  const path = useRouterState({ select: ({ matches }) => String(matches.at(-1)?.fullPath ?? '') })
  const address = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname ?? null })
  const title = i18n._(pageAt(path).title)
  const [told, setTold] = useState('')
  const previous = useRef<string | null>(null)
  useEffect(() => {
    document.title = `${title} · ${siteName}`
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

function pageAt(routerPath: string): Page {
  const path = routerPath.replace(/\$(\w+)/g, '{$1}')
  return Object.entries<Page>(pages).find(([known]) => known === path)?.[1] ?? pages['/404']
}
