import { useSyncExternalStore } from 'react'

/** False while the browser knows that it has no network; it may be true without one. */
export const useOnline = (): boolean => useSyncExternalStore(follow, () => navigator.onLine)

const follow = (changed: () => void): (() => void) => {
  for (const change of ['online', 'offline']) window.addEventListener(change, changed)
  return () => {
    for (const change of ['online', 'offline']) window.removeEventListener(change, changed)
  }
}
