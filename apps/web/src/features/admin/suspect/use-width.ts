import { useEffect, useRef, useState } from 'react'

/** Before anything was measured, and where nothing can be. */
const usual = 640

/** How wide an element is, in steps so coarse that a scroll bar changes nothing. */
export function useWidth<E extends HTMLElement>() {
  const element = useRef<E>(null)
  const [width, setWidth] = useState(usual)
  useEffect(() => {
    const watched = element.current
    if (!watched) return
    const observer = new ResizeObserver(([entry]) => {
      const measured = entry?.contentRect.width ?? 0
      if (measured > 0) setWidth(Math.max(270, Math.floor(measured / 10) * 10))
    })
    observer.observe(watched)
    return () => observer.disconnect()
  }, [])
  return { element, width }
}
