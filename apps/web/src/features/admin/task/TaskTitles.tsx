import { plural, t } from '@lingui/core/macro'
import type { OwnTask } from '@runnel/contract/task/schemas'
import { confirm } from '#ui/overlay/confirm.ts'

/** The tasks that are decided together, so that nobody decides about one that was not meant. */
export const TaskTitles = ({ tasks }: { tasks: readonly OwnTask[] }) => (
  <ul className="grid max-h-64 gap-1 overflow-y-auto rounded-m bg-sunken p-4 text-start">
    {tasks.map(({ _id, title, owner }) => (
      <li key={_id} className="wrap-anywhere">
        <span className="font-semibold">{title}</span> <span className="text-sm text-muted">{owner.username}</span>
      </li>
    ))}
  </ul>
)

export const agreesToOpen = (tasks: readonly OwnTask[]): Promise<boolean> =>
  confirm({
    title: t({
      id: 'admin.task.approveMany',
      message: plural(tasks.length, { one: 'Approve # task?', other: 'Approve # tasks?' }),
    }),
    text: (
      <div className="grid gap-3">
        <p>
          {t({
            id: 'admin.task.approveMany.text',
            message: 'Approved tasks go live immediately. You can pause them later.',
          })}
        </p>
        <TaskTitles tasks={tasks} />
      </div>
    ),
    confirmLabel: t({ id: 'admin.task.approve', message: 'Approve' }),
  })
