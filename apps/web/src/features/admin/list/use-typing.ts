import { useEffect, useRef, useState } from 'react'
import type { Filter, ListAddress, Readers } from './url-state.ts'

const restMs = 400

/**
 * The words in the fields of a filter: what was typed, until the address of the page says something else. They are sent
 * when the typing rests; one field's worth of typing is one step in the browser's history.
 */
export const useTyping = <R extends Readers>(list: ListAddress<R>, filter: Filter<R>) => {
  const [seen, setSeen] = useState(filter)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const hasPushed = useRef(false)
  useEffect(() => () => clearTimeout(waiting.current), [])
  const changed = Object.keys(filter).filter((key) => seen[key] !== filter[key])
  if (changed.length > 0) {
    setSeen(filter)
    // What the address says now is shown, but not where it only says what stands in the field already.
    setTyped((known) =>
      Object.fromEntries(
        Object.entries(known).filter(([key, text]) => !changed.includes(key) || text.trim() === (filter[key] ?? '')),
      ),
    )
  }
  const show = (words: Readonly<Record<string, string>>, replace: boolean) => {
    clearTimeout(waiting.current)
    waiting.current = undefined
    // Texts go through the readers of the address, which turn them into what the filter holds.
    list.show(list.read({ ...filter, ...words }), { replace })
  }
  const send = (words = typed) => {
    if (!isNew(words, filter)) return
    show(words, hasPushed.current)
    hasPushed.current = true
  }
  return {
    textOf: (key: string): string => typed[key] ?? filter[key] ?? '',
    type: (key: string, text: string) => {
      const words = { ...typed, [key]: text }
      setTyped(words)
      clearTimeout(waiting.current)
      waiting.current = setTimeout(() => send(words), restMs)
    },
    send: () => send(),
    /** Leaving a field: the next typing is a step of its own. */
    rest: () => {
      if (waiting.current !== undefined) send()
      hasPushed.current = false
    },
    choose: (key: string, value: string) => {
      const words = { ...typed, [key]: value }
      setTyped(({ [key]: _gone, ...others }) => others)
      hasPushed.current = false
      show(words, false)
    },
  }
}

const isNew = (
  words: Readonly<Record<string, string>>,
  filter: Readonly<Record<string, string | undefined>>,
): boolean => Object.entries(words).some(([key, text]) => text.trim() !== (filter[key] ?? ''))
