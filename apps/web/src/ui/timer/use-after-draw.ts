import { useEffect, useRef } from 'react'

/**
 * Gives a function that runs something once the change under way is drawn, such as moving the focus to what came. It
 * never runs after its component has gone: the page, or the whole document, may be another one by then.
 */
export const useAfterDraw = (): ((run: () => void) => void) => {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const isThere = useRef(false)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
      clearTimeout(timer.current)
    }
  }, [])
  return (run) => {
    clearTimeout(timer.current)
    if (isThere.current) timer.current = setTimeout(run)
  }
}
