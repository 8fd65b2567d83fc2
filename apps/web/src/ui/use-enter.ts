import { useEffect, useEffectEvent } from 'react'

/** Enter sends what keys have chosen, wherever the focus is unless it stands on something that Enter presses. */
export const useEnter = (send: () => void): void => {
  const press = useEffectEvent(({ key, target, repeat }: KeyboardEvent) => {
    const isFree = !(target instanceof Element) || target.closest('a, button, input, textarea, select, dialog') === null
    if (key === 'Enter' && !repeat && isFree) send()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
