import { useEffect } from 'react'

/** On a phone a row of tabs may be longer than the screen. */
export const useTabInView = (tab: string): void => {
  useEffect(() => {
    const chosen = document.querySelector('[role=tab][aria-selected=true]')
    chosen?.scrollIntoView?.({ block: 'nearest', inline: 'center' })
  }, [tab])
}
