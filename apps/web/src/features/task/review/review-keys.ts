import { useEffect, useEffectEvent } from 'react'

export type ReviewKey = 'accept' | 'deny' | 'revision' | 'next' | 'previous' | 'choose' | 'undo'

const keys: Readonly<Record<string, ReviewKey>> = {
  a: 'accept',
  d: 'deny',
  r: 'revision',
  x: 'choose',
  u: 'undo',
  arrowdown: 'next',
  arrowright: 'next',
  arrowup: 'previous',
  arrowleft: 'previous',
}

/** Single keys for a queue, where nobody types and nothing else takes them; they can be switched off. */
export function useReviewKeys(isOn: boolean, onKey: (key: ReviewKey) => void): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const key = keys[event.key.toLowerCase()]
    if (key === undefined || isTaken(event)) return
    event.preventDefault()
    onKey(key)
  })
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => pressed(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isOn])
}

/** Somebody types, moves within a list of choices, uses the browser's own keys, or answers a dialog. */
function isTaken({ target, defaultPrevented, altKey, ctrlKey, metaKey, repeat }: KeyboardEvent): boolean {
  if (defaultPrevented || altKey || ctrlKey || metaKey || repeat) return true
  if (document.querySelector('dialog[open], [popover]:popover-open:not(.toasts)') !== null) return true
  const typing = 'textarea, select, input:not([type=checkbox]), [contenteditable], [role=tablist] *'
  return target instanceof Element && target.closest(typing) !== null
}
