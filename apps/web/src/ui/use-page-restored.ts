import { useEffect } from 'react'

/** Whoever comes back by the browser's own button finds the page as it was left: on its way. */
export const usePageRestored = (act: () => void): void => {
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => persisted && act()
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [act])
}
