import { t } from '@lingui/core/macro'
import { TaskStatus } from '@runnel/contract/task/schemas'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useState, type SubmitEvent } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { QueryError } from '#base/Loaded.tsx'
import { useQueryPage, useQueryText } from '#base/route.ts'
import { DepositBalance, OrderPageActions, orderStatusName } from '#features/escrow-order/escrow-order.ts'
import { listLimit, useCategories, type Categories, type OwnTasks } from '#features/task/calls.ts'
import { DebtNote } from '#features/transaction/transaction.ts'
import { useMe } from '#features/user/user.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeleton, Skeletons } from '#ui/state/Skeleton.tsx'
import { Pagination } from '#ui/table/Pagination.tsx'
import { readOwnFilter, showOwn, useOwnTasks, type OwnFilter } from './own-tasks.ts'
import { OwnTaskRow } from './OwnTaskRow.tsx'

const CreateTask = lazy(() =>
  loadChunk(() => import('./CreateTask.tsx').then((file) => ({ default: file.CreateTask }))),
)

/** Giving work: what is there to spend, a new task, and what became of the earlier ones. */
export const ManagePage = () => {
  const filter = readOwnFilter(useQueryText())
  const page = useQueryPage()
  const offer = useCategories()
  const own = useOwnTasks(filter, page)
  const debt = useMe()?.user.debt
  const [asked, setAsked] = useState(false)
  const isFiltered = Object.values(filter).some(Boolean)
  const isCreating = asked || (own.data?.totalItems === 0 && !isFiltered)
  const failed = [offer, own].find(({ data, error }) => !data && error)
  const done = () => {
    setAsked(false)
    if (page > 1 || isFiltered) showOwn({})
  }
  return (
    <>
      <PageHeader
        title={t({ id: 'page.task.manage', message: 'Created task' })}
        lead={offer.data && <DepositBalance units={offer.data.depositBalance} />}
        actions={
          <OrderPageActions
            createLabel={t({ id: 'task.create', message: 'Create task' })}
            onCreate={offer.data && !isCreating ? () => setAsked(true) : undefined}
          />
        }
      />
      <DebtNote debt={debt} />
      {failed && <QueryError query={failed} />}
      {!failed && !(offer.data && own.data) && <Skeletons heights={[96, 48]} />}
      {offer.data && own.data && (
        <div className="grid grid-cols-1 gap-4">
          {isCreating && (
            <Suspense fallback={<Skeleton height={96} className="rounded-l" />}>
              <CreateTask
                offer={offer.data}
                onDone={done}
                onCancel={own.data.totalItems > 0 ? () => setAsked(false) : undefined}
              />
            </Suspense>
          )}
          <List own={own.data} offer={offer.data} filter={filter} page={page} />
        </div>
      )}
    </>
  )
}

interface ListProps {
  own: OwnTasks
  offer: Categories
  filter: OwnFilter
  page: number
}

const List = ({ own: { items, totalItems }, offer, filter, page }: ListProps) => {
  const isFiltered = Object.values(filter).some(Boolean)
  return (
    <Card flush title={t({ id: 'task.yourTasks', message: 'Your tasks' })}>
      {(isFiltered || totalItems > 3) && <Filter filter={filter} />}
      {items.length === 0 ? (
        <Nothing isFiltered={isFiltered} />
      ) : (
        <ul className="rows">
          {items.map((task) => (
            <OwnTaskRow key={task._id} task={task} depositBalance={offer.depositBalance} />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        limit={listLimit}
        totalItems={totalItems}
        label={t({ id: 'task.yourTasks.pages', message: 'Task pages' })}
        onPage={(next) => showOwn(filter, next)}
      />
    </Card>
  )
}

/** Narrows the list; the status acts at once, words when they are sent. */
const Filter = ({ filter }: { filter: OwnFilter }) => {
  const [typed, setTyped] = useState(filter.search ?? '')
  const search = (event: SubmitEvent) => {
    event.preventDefault()
    showOwn({ ...filter, search: typed.trim() })
  }
  return (
    <form role="search" className="flex flex-wrap items-end gap-3 px-4 pb-4 sm:px-6" onSubmit={search}>
      <Select
        className="grow"
        label={t({ id: 'task.status', message: 'Status' })}
        filterable={false}
        value={filter.status ?? ''}
        placeholder={t({ id: 'task.any', message: 'All' })}
        options={TaskStatus.options.map((value) => ({ value, label: orderStatusName(value) }))}
        onChange={(status) => showOwn({ ...readOwnFilter({ status }), search: typed.trim() })}
      />
      <TextInput
        className="grow"
        label={t({ id: 'task.search', message: 'Search by title' })}
        type="search"
        maxLength={100}
        autoComplete="off"
        value={typed}
        onValue={setTyped}
      />
      <Button type="submit" icon={<IconSearch aria-hidden="true" />}>
        {t({ id: 'task.go', message: 'Search' })}
      </Button>
    </form>
  )
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) => {
  if (isFiltered) {
    return (
      <EmptyState
        title={t({ id: 'task.own.noneSuch', message: 'No matching tasks' })}
        actions={<Button onClick={() => showOwn({})}>{t({ id: 'task.all', message: 'Show all' })}</Button>}
      />
    )
  }
  return (
    <EmptyState title={t({ id: 'task.own.none', message: 'No tasks yet' })}>
      {t({
        id: 'task.own.noneText',
        message: 'Create your first task above. After approval, workers can start.',
      })}
    </EmptyState>
  )
}
