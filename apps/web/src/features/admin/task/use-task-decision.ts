import type { OwnTask } from '@runnel/contract/task/schemas'
import { useState } from 'react'
import type { Outcome } from '#base/ReasonDialog.tsx'
import { useTaskDecisions, type TaskDecision } from './tasks.ts'
import { agreesToOpen } from './TaskTitles.tsx'

/** A decision that needs words first; many are rejected with one reason. */
export interface OpenTaskDecision {
  kind: 'pause' | 'reject' | 'denyUpdate'
  task: OwnTask
  others: readonly OwnTask[]
}

/** Decides about tasks and their changes: a yes acts at once, a no asks for words. */
export const useTaskDecision = ({ onDone }: { onDone: () => void }) => {
  const { change, changeMany, acceptUpdate, denyUpdate } = useTaskDecisions()
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
    } else setOpen({ kind, task, others: [] })
  }
  const beginMany = async (kind: 'approve' | 'reject', tasks: readonly OwnTask[]) => {
    const [task, ...others] = tasks
    if (!task) return
    if (kind === 'reject') setOpen({ kind, task, others })
    else if (await agreesToOpen(tasks)) changeMany.mutate({ tasks, status: 'active' }, { onSuccess: onDone })
  }
  const sendReason = (reason: string, after: Outcome) => {
    if (open === null) return
    const { kind, task, others } = open
    if (others.length > 0) changeMany.mutate({ tasks: [task, ...others], status: 'rejected', reason }, after)
    else if (kind === 'denyUpdate') {
      if (task.update) denyUpdate.mutate({ id: task.update._id, reason }, after)
    } else change.mutate({ id: task._id, status: kind === 'pause' ? 'paused' : 'rejected', reason }, after)
  }
  return {
    open,
    isBusy: change.isPending || changeMany.isPending || acceptUpdate.isPending || denyUpdate.isPending,
    begin,
    beginMany,
    sendReason,
    close: () => setOpen(null),
    done,
  }
}

export type TaskDecisionState = ReturnType<typeof useTaskDecision>
