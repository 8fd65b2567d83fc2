import { t } from '@lingui/core/macro'
import type { OwnTask, TaskStatus } from '@runnel/contract/task/schemas'
import { useMutation } from '@tanstack/react-query'
import { invalidateTasks, task as tasks } from '#features/task/calls.ts'
import { unitsText } from '#ui/Amount.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { toastSuccess } from '#ui/overlay/toast.ts'
import { applyDeletedTask, applyTask } from './own-tasks.ts'

type TaskAction = 'pause' | 'resume' | 'edit' | 'places' | 'complete' | 'delete'

/** What the owner may do with a task as it stands; the server enforces it again. */
const open: Readonly<Record<TaskStatus, readonly TaskAction[]>> = {
  pending: ['edit', 'places', 'delete'],
  active: ['pause', 'edit', 'places', 'complete', 'delete'],
  paused: ['resume', 'edit', 'places', 'complete', 'delete'],
  completed: ['places', 'delete'],
  rejected: ['delete'],
  deleted: [],
}

export const actionsFor = ({ status, pausedByStaff }: OwnTask): readonly TaskAction[] => {
  if (!pausedByStaff) return open[status]
  // What a person of the site has paused runs again by their word only, not by new places either.
  return open[status].filter((action) => action !== 'resume' && (action !== 'places' || status !== 'completed'))
}

/** Pausing, resuming, completing and deleting, which need no form. */
export const useTaskActions = (task: OwnTask) => {
  const { _id: id } = task
  const change = useMutation({
    mutationFn: (status: 'active' | 'paused' | 'completed') =>
      tasks.calls.setStatus({ params: { id }, body: { status } }),
    onSuccess: (answer) => applyTask(answer.task),
    onSettled: () => invalidateTasks('ownTasks', 'categories'),
  })
  const remove = useMutation({
    mutationFn: () => tasks.calls.remove({ params: { id } }),
    onSuccess: async ({ refunded, depositBalance, msg }) => {
      const back = unitsText(refunded)
      if (msg === undefined) toastSuccess(t({ id: 'task.deleted', message: `Task deleted. ${back} refunded.` }))
      await applyDeletedTask(id, depositBalance)
    },
  })
  const askToComplete = async () => {
    const agreed = await confirm({
      title: t({ id: 'task.complete.title', message: 'Close this task permanently?' }),
      text: completeText(task),
      confirmLabel: t({ id: 'task.complete.yes', message: 'Close task' }),
      danger: true,
    })
    if (agreed) change.mutate('completed')
  }
  const askToRemove = async () => {
    const agreed = await confirm({
      title: t({ id: 'task.delete.title', message: 'Delete this task?' }),
      text: deleteText(task),
      confirmLabel: t({ id: 'task.delete.yes', message: 'Delete task' }),
      danger: true,
    })
    if (agreed) remove.mutate()
  }
  return {
    isBusy: change.isPending || remove.isPending,
    pause: () => change.mutate('paused'),
    resume: () => change.mutate('active'),
    askToComplete,
    askToRemove,
  }
}

const completeText = ({ title, escrow }: OwnTask): string => {
  const left = unitsText(escrow)
  return t({
    id: 'task.complete.text',
    message: `${title}: no new submissions. Unused funds from the ${left} in escrow are refunded.`,
  })
}

const deleteText = ({ title, escrow }: OwnTask): string => {
  const left = unitsText(escrow)
  return t({
    id: 'task.delete.text',
    message: `${title}: ${left} in escrow will be refunded to your deposit balance. This can’t be undone.`,
  })
}
