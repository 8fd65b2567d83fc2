import { useSyncExternalStore } from 'react'

const name = 'largerPictures'
const listeners = new Set<() => void>()

const isLarger = (): boolean => {
  try {
    return localStorage.getItem(name) === 'on'
  } catch {
    return false
  }
}

const setLarger = (larger: boolean): void => {
  try {
    if (larger) localStorage.setItem(name, 'on')
    else localStorage.removeItem(name)
  } catch {
    // A browser that keeps nothing shows them in the usual size next time.
  }
  for (const heard of listeners) heard()
}

const follow = (heard: () => void): (() => void) => {
  listeners.add(heard)
  return () => listeners.delete(heard)
}

/** Whether the pictures of checks are shown larger, which this browser remembers; they are the same bytes. */
export const useLarger = (): { readonly larger: boolean; readonly toggle: () => void } => {
  const larger = useSyncExternalStore(follow, isLarger, () => false)
  return { larger, toggle: () => setLarger(!larger) }
}
