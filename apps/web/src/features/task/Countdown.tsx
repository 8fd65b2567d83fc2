import { t } from '@lingui/core/macro'
import type { Submission } from '@runnel/contract/task/schemas'
import { useEffect, useEffectEvent } from 'react'
import { TimerDial } from '#ui/chart/TimerDial.tsx'
import { formatDateTime } from '#ui/format.ts'
import { useNow } from '#ui/use-now.ts'

interface CountdownProps {
  submission: Pick<Submission, 'startedAt' | 'deadline' | 'decidedAt'>
  /** Told once the time is over. */
  onOver: () => void
}

/** How long the place is still reserved. */
export function Countdown({ submission: { startedAt, deadline, decidedAt }, onOver }: CountdownProps) {
  const now = useNow(1_000)
  const until = Date.parse(deadline ?? startedAt)
  const left = Math.max(0, Math.ceil((until - now) / 1_000))
  const isOver = left === 0
  const over = useEffectEvent(onOver)
  useEffect(() => {
    if (isOver) over()
  }, [isOver])
  if (deadline === null) return null
  const at = formatDateTime(deadline)
  // Sent back, it has a time of its own from then on.
  const from = Date.parse(decidedAt ?? startedAt)
  return (
    <div className="flex items-center gap-4">
      <TimerDial small secondsLeft={left} totalSeconds={Math.max(1, (until - from) / 1_000)} />
      <p>
        <strong className="block">{t({ id: 'task.reserved', message: 'Slot reserved for you' })}</strong>
        <span className="text-sm text-muted">{t({ id: 'task.reserved.until', message: `until ${at}` })}</span>
      </p>
    </div>
  )
}
