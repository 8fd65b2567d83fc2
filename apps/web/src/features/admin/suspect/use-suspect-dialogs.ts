import { useState } from 'react'
import { useSuspectActions } from './suspects.ts'

interface Named {
  _id: string
  username: string
}

interface OpenAct {
  kind: 'ban' | 'measure' | 'release'
  accounts: readonly Named[]
}

/** What is about to be done to which accounts, each behind a dialog of its own; see SuspectDialogs. */
export const useSuspectDialogs = ({ onDone }: { onDone?: () => void } = {}) => {
  const acts = useSuspectActions()
  const [open, setOpen] = useState<OpenAct | null>(null)
  return {
    acts,
    open,
    begin: (kind: OpenAct['kind'], accounts: readonly Named[]) => setOpen({ kind, accounts }),
    close: () => setOpen(null),
    done: () => {
      setOpen(null)
      onDone?.()
    },
  }
}

export type SuspectActions = ReturnType<typeof useSuspectDialogs>
