import { t } from '@lingui/core/macro'
import { UNDO_SECONDS } from '@runnel/contract/task/schemas'
import { IconArrowBack } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { Button } from '#ui/Button.tsx'
import { useCountdown } from '#ui/chart/countdown.ts'
import { decidedText, type ReviewState, type Undoable } from './use-review.ts'

/** Each late decision with the seconds in which it can be taken back. */
export const UndoBar = ({ reviewing }: { reviewing: ReviewState }) => {
  if (reviewing.undoable.length === 0) return null
  return (
    <ul className="grid gap-2" aria-label={t({ id: 'task.undo.list', message: 'Recent decisions' })}>
      {reviewing.undoable.map((entry) => (
        <Entry key={entry.actionId} entry={entry} reviewing={reviewing} />
      ))}
    </ul>
  )
}

const Entry = ({ entry, reviewing }: { entry: Undoable; reviewing: ReviewState }) => {
  const { actionId, verdict, count, receivedAt } = entry
  const left = useCountdown({ seconds: UNDO_SECONDS, receivedAt })
  const isOver = left === 0
  const over = useEffectEvent(() => reviewing.forget(actionId))
  useEffect(() => {
    if (isOver) over()
  }, [isOver])
  return (
    <li className="toast">
      <span className="drop drop-small">
        <IconArrowBack aria-hidden="true" />
      </span>
      <span className="self-center">{decidedText(verdict, count)}</span>
      <Button size="small" busy={reviewing.isUndoing} onClick={() => reviewing.undo(actionId)}>
        {t({ id: 'task.undo', message: 'Undo' })} <span className="figures">{left}</span>
      </Button>
    </li>
  )
}
