import { useEffect, useEffectEvent, type RefObject } from 'react'

interface ListKeys {
  onOpen: (index: number) => void
  onPick: (index: number) => void
  onHelp: () => void
  onEscape: () => void
}

const storageKey = 'listKeys'

/** Single letters that act can be in the way of speech input and the like, so they can be switched off. */
export const areKeysOn = (): boolean => {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

export const switchKeys = (on: boolean): void => {
  try {
    if (on) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // What cannot be kept is asked for again.
  }
}

/** Moves through a list by keys: the row with the focus is the one that they act on. */
export const useListKeys = (frame: RefObject<HTMLElement | null>, keys: ListKeys): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const list = frame.current
    if (list === null || !isMeant(event, list)) return
    const act = actionOf(event, { list, ...keys })
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** Not while something is typed, nor under a dialog; of several lists the one with the focus, or else the first. */
const isMeant = (event: KeyboardEvent, list: HTMLElement): boolean => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !areKeysOn()) return false
  const { target } = event
  const isTyped = target instanceof HTMLElement && (target.isContentEditable || target.matches(typing))
  if (isTyped && !leavesSearch(event)) return false
  if (document.querySelector('dialog[open]')) return false
  const inside = document.activeElement?.closest('[data-list]')
  return list === (inside ?? document.querySelector('[data-list]'))
}

/** From what was searched for down to what was found. */
const leavesSearch = ({ key, target }: KeyboardEvent): boolean =>
  key === 'ArrowDown' && target instanceof HTMLElement && target.matches('input[type=search]')

const typing = 'input:not([type=checkbox], [type=radio]), select, textarea'

type ListKeyContext = ListKeys & { list: HTMLElement }

const actionOf = (event: KeyboardEvent, { list, onOpen, onPick, onHelp, onEscape }: ListKeyContext) => {
  const { key, target } = event
  const rows = [...list.querySelectorAll<HTMLElement>('tbody > tr[tabindex], [data-row]')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const to = (index: number) => () => rows[Math.min(rows.length - 1, Math.max(0, index))]?.focus()
  const search = list.querySelector<HTMLInputElement>('input[type=search]')
  if (key === '/' && search) {
    return () => {
      search.focus()
      search.select()
    }
  }
  if (key === '?') return onHelp
  if (key === 'Escape') return onEscape
  if (key === 'j' || (key === 'ArrowDown' && at >= 0) || leavesSearch(event)) return to(at + 1)
  if (key === 'k' || (key === 'ArrowUp' && at >= 0)) return to(at - 1)
  if (key === 'x' && at >= 0) return () => onPick(at)
  // A button in the row does what it says.
  if (key === 'Enter' && at >= 0 && target === rows[at]) return () => onOpen(at)
  return undefined
}
