import type { OwnTask } from '@runnel/contract/task-parts'
import { useState } from 'react'
import { useTaskDecisions } from './tasks.ts'
import type { TaskDecision } from './tasks.ts'

/** A decision that needs words first. */
export interface OpenTaskDecision {
  kind: 'pause' | 'reject' | 'denyUpdate'
  task: OwnTask
}

/** Decides about tasks and their changes: a yes acts at once, a no asks for words. */
export function useTaskDeciding({ onDone }: { onDone: () => void }) {
  const { change, acceptUpdate, denyUpdate } = useTaskDecisions()
  const [open, setOpen] = useState<OpenTaskDecision | null>(null)
  const done = () => {
    setOpen(null)
    onDone()
  }
  const begin = (kind: TaskDecision, task: OwnTask) => {
    if (kind === 'approve')
      change.mutate({ id: task._id, status: 'active', readAt: task.updatedAt }, { onSuccess: onDone })
    else if (kind === 'acceptUpdate') {
      if (task.update) acceptUpdate.mutate(task.update._id, { onSuccess: onDone })
    } else setOpen({ kind, task })
  }
  const sendReason = (reason: string, outcome: { onSuccess: () => void; onError: (error: unknown) => void }) => {
    if (open === null) return
    const { kind, task } = open
    const after = {
      onError: outcome.onError,
      onSuccess: () => {
        outcome.onSuccess()
        done()
      },
    }
    if (kind === 'denyUpdate') {
      if (task.update) denyUpdate.mutate({ id: task.update._id, reason }, after)
    } else change.mutate({ id: task._id, status: kind === 'pause' ? 'paused' : 'rejected', reason }, after)
  }
  return {
    open,
    isBusy: change.isPending || acceptUpdate.isPending || denyUpdate.isPending,
    begin,
    sendReason,
    close: () => setOpen(null),
  }
}

export type TaskDeciding = ReturnType<typeof useTaskDeciding>
