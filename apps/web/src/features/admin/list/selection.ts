import { useState } from 'react'

/** Which rows are chosen, by their keys. */
export interface Selection {
  selected: ReadonlySet<string>
  toggle: (key: string) => void
  choose: (keys: readonly string[]) => void
  clear: () => void
}

export const useSelection = (): Selection => {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  return {
    selected,
    toggle: (key) =>
      setSelected((known) => {
        const next = new Set(known)
        if (!next.delete(key)) next.add(key)
        return next
      }),
    choose: (keys) => setSelected(new Set(keys)),
    clear: () => setSelected((known) => (known.size === 0 ? known : new Set())),
  }
}
