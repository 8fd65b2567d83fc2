import { t } from '@lingui/core/macro'
import { history } from '#base/history.ts'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { to } from '#base/paths.ts'
import { useQueryPage, useQueryText } from '#base/route.ts'
import { ClosedNote, useClosedSource } from '#features/outflow/outflow.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { formatNumber } from '#ui/format.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { Pagination } from '#ui/table/Pagination.tsx'
import { listLimit, orders, useTasks, type Order, type TaskList } from './calls.ts'
import { TaskCard } from './TaskCard.tsx'

interface Shown {
  orderBy: Order
  categoryId: string | undefined
  page: number
}

/** Small jobs that other members pay for, each with what it pays a minute and how its owner treats people. */
export const EarnPage = () => {
  const { orderBy: wanted, categoryId } = useQueryText()
  const orderBy = orders.find((known) => known === wanted) ?? 'reward'
  const shown = { orderBy, categoryId, page: useQueryPage() }
  const query = useTasks(shown)
  const { data } = query
  const closed = useClosedSource('task')
  return (
    <>
      <PageHeader
        title={t({ id: 'page.task.earn', message: 'Tasks' })}
        lead={t({
          id: 'task.lead',
          message: 'Complete small tasks, submit proof and get paid. Rewards are held in escrow before you start.',
        })}
      />
      <Loaded query={query} loading={<Loading />} />
      <ClosedNote closed={closed} />
      {data && !closed && <Tasks list={data} shown={shown} />}
    </>
  )
}

const Tasks = ({ list, shown }: { list: TaskList; shown: Shown }) => {
  const { items, totalItems } = list
  return (
    <div className="grid grid-cols-1 gap-4">
      <Controls list={list} shown={shown} />
      {items.length === 0 ? (
        <Nothing shown={shown} isBeyond={totalItems > 0} />
      ) : (
        <ul className="grid grid-cols-1 gap-3">
          {items.map((task) => (
            <li key={task._id}>
              <TaskCard task={task} />
            </li>
          ))}
        </ul>
      )}
      <Pagination
        page={shown.page}
        limit={listLimit}
        totalItems={totalItems}
        onPage={(page) => history.push(addressOf({ ...shown, page }))}
      />
    </div>
  )
}

const Controls = ({ list: { categories }, shown }: { list: TaskList; shown: Shown }) => (
  <div className="flex flex-wrap items-end gap-3">
    <div className="grow">
      <Segmented
        label={t({ id: 'task.order', message: 'Sort by' })}
        options={orders.map((value) => ({ value, label: orderName(value) }))}
        value={shown.orderBy}
        onValue={(value) => {
          const orderBy = orders.find((known) => known === value) ?? 'reward'
          history.replace(addressOf({ ...shown, orderBy, page: 1 }))
        }}
      />
    </div>
    <Select
      className="grow"
      filterable={false}
      label={t({ id: 'task.category', message: 'Category' })}
      placeholder={t({ id: 'task.category.all', message: 'All categories' })}
      options={categories.map(({ _id, name, tasks }) => ({ value: _id, label: `${name} (${formatNumber(tasks)})` }))}
      value={shown.categoryId ?? ''}
      onChange={(categoryId) => history.replace(addressOf({ ...shown, categoryId, page: 1 }))}
    />
  </div>
)

const addressOf = ({ orderBy, categoryId, page }: Shown): string =>
  to('/app/task/earn', {
    query: { orderBy: orderBy === 'reward' ? undefined : orderBy, categoryId, page: page > 1 ? page : undefined },
  })

const orderName = (order: Order): string => {
  switch (order) {
    case 'reward':
      return t({ id: 'task.order.reward', message: 'Reward' })
    case 'newest':
      return t({ id: 'task.order.newest', message: 'Newest' })
    case 'perMinute':
      return t({ id: 'task.order.perMinute', message: 'Reward per minute' })
  }
}

const Nothing = ({ shown, isBeyond }: { shown: Shown; isBeyond: boolean }) => {
  const isNarrowed = isBeyond || Boolean(shown.categoryId)
  return (
    <Card>
      <EmptyState
        heading="h2"
        title={t({ id: 'task.none', message: 'No tasks available' })}
        actions={
          isNarrowed ? (
            <Button as={PageLink} to="/app/task/earn">
              {t({ id: 'task.none.all', message: 'Show all tasks' })}
            </Button>
          ) : (
            <Button as={PageLink} to="/app/task/advertise/manage">
              {t({ id: 'task.none.own', message: 'Create a task' })}
            </Button>
          )
        }
      >
        {t({
          id: 'task.none.text',
          message: 'Tasks that are full, already done or above your level aren’t shown.',
        })}
      </EmptyState>
    </Card>
  )
}

/** Reserves the space of what is loading. */
const Loading = () => (
  <div className="grid grid-cols-1 gap-4" role="status" aria-label={t({ id: 'ui.loading', message: 'Loading' })}>
    <Skeleton height={18} className="rounded-l" />
    <div className="grid grid-cols-1 gap-3">
      <Skeleton height={28} className="rounded-l" />
      <Skeleton height={28} className="rounded-l" />
      <Skeleton height={28} className="rounded-l" />
    </div>
  </div>
)
