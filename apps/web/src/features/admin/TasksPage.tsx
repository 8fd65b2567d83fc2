import { t } from '@lingui/core/macro'
import type { OwnTask } from '@runnel/contract/task-parts'
import { useState } from 'react'
import { sentenceOf } from '#api/failure.ts'
import { useQueryText } from '#app/route.ts'
import { useStore } from '#app/store.ts'
import { readPage } from '#features/task/task.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { Table } from '#ui/Table.tsx'
import { taskColumns } from './task-columns.tsx'
import { TaskCategories } from './TaskCategories.tsx'
import { TaskDialog } from './TaskDialog.tsx'
import { TaskFilterBar } from './TaskFilterBar.tsx'
import { TaskReasonDialog } from './TaskReasonDialog.tsx'
import { pageLimit, readTaskFilter, showTasks, useAdminTasks } from './tasks.ts'
import type { TaskFilter } from './tasks.ts'
import { useTaskDeciding } from './use-task-deciding.ts'
import type { TaskDeciding } from './use-task-deciding.ts'
import '#web/styles/admin.css'

/** All tasks, at first those that wait for a person of the site; moderators and the owner come here. */
export function TasksPage() {
  const query = useQueryText()
  const filter = readTaskFilter(query)
  const isOwner = useStore(({ user }) => user?.role === 'admin')
  return (
    <>
      <PageHeader title={t({ id: 'page.admin.task', message: 'Tasks' })} />
      <div className="grid grid-cols-1 gap-4">
        <TaskFilterBar filter={filter} />
        <List filter={filter} page={readPage(query['page'])} />
        {isOwner && <TaskCategories />}
      </div>
    </>
  )
}

function List({ filter, page }: { filter: TaskFilter; page: number }) {
  const { data, error, isFetching, refetch } = useAdminTasks(filter, page)
  const rows = data?.items ?? []
  const [openId, setOpenId] = useState<string | null>(null)
  const deciding = useTaskDeciding({ onDone: () => setOpenId(null) })
  if (!data && error) {
    return (
      <ErrorState busy={isFetching} onRetry={() => void refetch()}>
        {sentenceOf(error)}
      </ErrorState>
    )
  }
  return (
    <>
      <Card flush>
        <Table
          caption={t({ id: 'page.admin.task', message: 'Tasks' })}
          columns={taskColumns({ onOpen: setOpenId, deciding })}
          rows={rows}
          rowKey={({ _id }) => _id}
          loadingRows={data ? 0 : 6}
          empty={<Nothing filter={filter} />}
        />
        <Pagination
          page={page}
          limit={pageLimit}
          totalItems={data?.totalItems ?? 0}
          onPage={(next) => showTasks(filter, next)}
        />
      </Card>
      <Details rows={rows} openId={openId} onOpen={setOpenId} deciding={deciding} />
      <TaskReasonDialog deciding={deciding} />
    </>
  )
}

interface DetailsProps {
  rows: readonly OwnTask[]
  openId: string | null
  onOpen: (id: string | null) => void
  deciding: TaskDeciding
}

/** One task with its neighbours in the list a press away. */
function Details({ rows, openId, onOpen, deciding }: DetailsProps) {
  const at = rows.findIndex(({ _id }) => _id === openId)
  const neighbour = (step: number) => {
    const row = at < 0 ? undefined : rows[at + step]
    return row && (() => onOpen(row._id))
  }
  return (
    <TaskDialog
      task={rows[at]}
      onClose={() => onOpen(null)}
      onPrevious={neighbour(-1)}
      onNext={neighbour(1)}
      deciding={deciding}
    />
  )
}

function Nothing({ filter: { view, search, username } }: { filter: TaskFilter }) {
  if (search || username || (view !== 'pending' && view !== 'update')) {
    return (
      <EmptyState
        heading="h2"
        title={t({ id: 'admin.task.noneSuch', message: 'No task matches' })}
        actions={
          <Button onClick={() => showTasks({ view: 'all' })}>
            {t({ id: 'admin.withdrawals.all', message: 'Show all' })}
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState heading="h2" title={t({ id: 'admin.task.none', message: 'Nothing waits for you' })}>
      {t({ id: 'admin.task.noneText', message: 'New tasks appear here, and nobody works on them before you say yes.' })}
    </EmptyState>
  )
}
