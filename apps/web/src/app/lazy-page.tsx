import { use } from 'react'
import type { ComponentType } from 'react'
import { loadChunk } from './chunk-errors.ts'

/** A page whose script comes when it is first needed; the router calls `preload` when somebody points at its link. */
export function lazyPage(load: () => Promise<unknown>) {
  let coming: Promise<ComponentType> | undefined
  const fetchPage = () => {
    // The table promises that `load` gives the page's component, see `Page`.
    coming ??= loadChunk(load as () => Promise<ComponentType>)
    coming.catch(() => {
      coming = undefined
    })
    return coming
  }
  function LazyPage() {
    const Loaded = use(fetchPage())
    return <Loaded />
  }
  return Object.assign(LazyPage, { preload: async () => void (await fetchPage()) })
}
