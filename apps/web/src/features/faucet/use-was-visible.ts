import { useState, useSyncExternalStore } from 'react'

/** True from the moment that somebody looks at the page while `wanted` holds, until it does not. */
export function useWasVisible(wanted: boolean): boolean {
  const isVisible = useSyncExternalStore(followVisibility, () => document.visibilityState === 'visible')
  const [isSeen, setSeen] = useState(false)
  const next = wanted && (isSeen || isVisible)
  if (next !== isSeen) setSeen(next)
  return next
}

function followVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
