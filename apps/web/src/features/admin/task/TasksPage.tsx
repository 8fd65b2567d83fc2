import { plural, t } from '@lingui/core/macro'
import { taskAdvertise as contract } from '@runnel/contract/task/advertise'
import { type OwnTask, TaskStatus } from '@runnel/contract/task/schemas'
import { useState } from 'react'
import { useStore } from '#base/store.ts'
import { AdminList } from '#features/admin/list/AdminList.tsx'
import { neighbours } from '#features/admin/list/neighbours.ts'
import { useSelection } from '#features/admin/list/selection.ts'
import { orderStatusName } from '#features/escrow-order/escrow-order.ts'
import { unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { taskColumns } from './task-columns.tsx'
import { TaskCategories } from './TaskCategories.tsx'
import { TaskDialog } from './TaskDialog.tsx'
import { TaskReasonDialog } from './TaskReasonDialog.tsx'
import { taskList, taskQuery, taskViews, useAdminTasks, type TaskView } from './tasks.ts'
import { type TaskDecisionState, useTaskDecision } from './use-task-decision.ts'
import '#web/styles/admin.css'

/** All tasks, at first those that wait for a person of the site; moderators and the owner come here. */
export const TasksPage = () => {
  const isOwner = useStore(({ user }) => user?.role === 'admin')
  return (
    <>
      <PageHeader title={t({ id: 'page.admin.task', message: 'Tasks' })} />
      <div className="grid grid-cols-1 gap-4">
        <List />
        {isOwner && <TaskCategories />}
      </div>
    </>
  )
}

const List = () => {
  const view = taskList.useView()
  const answer = useAdminTasks(view)
  const [openId, setOpenId] = useState<string | null>(null)
  const selection = useSelection()
  const deciding = useTaskDecision({
    onDone: () => {
      setOpenId(null)
      selection.clear()
    },
  })
  const { row, ...others } = neighbours(answer.data?.items ?? [], { openId, onOpen: setOpenId })
  return (
    <>
      <AdminList
        caption={t({ id: 'page.admin.task', message: 'Tasks' })}
        list={taskList}
        view={view}
        fields={fields()}
        answer={answer}
        columns={taskColumns({ onOpen: setOpenId, deciding })}
        rowKey={({ _id }) => _id}
        onOpen={({ _id }) => setOpenId(_id)}
        csv={contract.ownTasksCsv}
        csvQuery={taskQuery(view.filter)}
        nothing={{
          title: t({ id: 'admin.task.none', message: 'No tasks to review' }),
          text: t({
            id: 'admin.task.noneText',
            message: 'New tasks appear here for review before workers see them.',
          }),
          actions: <ShowAll />,
        }}
        noMatch={t({ id: 'admin.task.noneSuch', message: 'No matching tasks' })}
        noMatchActions={<ShowAll />}
        bulk={{
          selection,
          label: t({ id: 'admin.task.bulk', message: 'Selected tasks' }),
          pick: ({ title: name }) => t({ id: 'admin.task.pick', message: `Select ${name}` }),
          // Where workers are at work already, each needs a look of its own.
          canPick: ({ status }) => status === 'pending',
          note: (chosen) => unitsText(chosen.reduce((sum, { escrow }) => sum + escrow, 0)),
          actions: (chosen) => <TasksBulk chosen={chosen} deciding={deciding} />,
        }}
      />
      {/* Before the dialog that it stands above, so that it closes first: the focus goes back where both began. */}
      <TaskReasonDialog deciding={deciding} />
      <TaskDialog task={row} onClose={() => setOpenId(null)} {...others} deciding={deciding} />
    </>
  )
}

/** What is shown at first is not all. */
const ShowAll = () => (
  <Button onClick={() => taskList.show({ view: 'all' })}>{t({ id: 'admin.task.all', message: 'Show all' })}</Button>
)

const fields = () =>
  ({
    view: {
      kind: 'choice',
      label: t({ id: 'admin.task.show', message: 'View' }),
      options: taskViews.map((value) => ({ value, label: viewName(value) })),
    },
    search: { kind: 'words', label: t({ id: 'admin.task.search', message: 'Search by title' }) },
    username: { kind: 'words', label: t({ id: 'admin.task.username', message: 'Username' }) },
  }) as const

const viewName = (view: TaskView): string => {
  if (view === 'all') return t({ id: 'admin.task.any', message: 'All' })
  if (view === 'update') return t({ id: 'admin.task.view.update', message: 'Changes' })
  if (view === 'pending') return t({ id: 'admin.task.view.pending', message: 'New tasks' })
  return orderStatusName(TaskStatus.parse(view))
}

interface TasksBulkProps {
  chosen: readonly OwnTask[]
  deciding: TaskDecisionState
}

/** What can be done with several tasks that wait; both ask first, with all of their titles. */
const TasksBulk = ({ chosen, deciding }: TasksBulkProps) => (
  <>
    <Button
      variant="danger-soft"
      className="max-sm:grow"
      busy={deciding.isBusy}
      onClick={() => void deciding.beginMany('reject', chosen)}
    >
      {t({ id: 'admin.task.reject', message: 'Reject' })}
    </Button>
    <Button
      variant="primary"
      className="max-sm:grow"
      busy={deciding.isBusy}
      onClick={() => void deciding.beginMany('approve', chosen)}
    >
      {t({ id: 'admin.task.bulk.approve', message: plural(chosen.length, { one: 'Approve #', other: 'Approve #' }) })}
    </Button>
  </>
)
