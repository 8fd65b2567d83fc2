import { t } from '@lingui/core/macro'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { sentenceOf } from '#api/failure.ts'
import { useQueryText } from '#app/route.ts'
import { readPage } from '#features/task/task.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { DisputeCard } from './DisputeCard.tsx'
import { DisputeFigures } from './DisputeFigures.tsx'
import { pageLimit, readDisputeFilter, showDisputes, useDisputes } from './disputes.ts'
import type { Dispute, DisputeFilter, Side } from './disputes.ts'
import { JudgeDialog } from './JudgeDialog.tsx'
import '#web/styles/admin.css'

/** What owners and workers cannot agree on: both sides, and a person of the site who decides. */
export function DisputesPage() {
  const query = useQueryText()
  const filter = readDisputeFilter(query)
  return (
    <>
      <PageHeader title={t({ id: 'page.admin.disputed', message: 'Disputed submissions' })} />
      <div className="grid grid-cols-1 gap-4">
        <DisputeFigures />
        <Filter key={filter.username} filter={filter} />
        <List filter={filter} page={readPage(query['page'])} />
      </div>
    </>
  )
}

function Filter({ filter }: { filter: DisputeFilter }) {
  const [typed, setTyped] = useState(filter.username ?? '')
  const search = (event: SubmitEvent) => {
    event.preventDefault()
    showDisputes({ ...filter, username: typed.trim() })
  }
  return (
    <Card className="p-4">
      <form role="search" className="flex flex-wrap items-end gap-3" onSubmit={search}>
        <div style={{ minWidth: '14rem' }}>
          <Segmented
            label={t({ id: 'task.show', message: 'Show' })}
            options={[
              { value: 'no', label: t({ id: 'admin.dispute.open', message: 'Open' }) },
              { value: 'yes', label: t({ id: 'admin.dispute.decided', message: 'Decided' }) },
            ]}
            value={filter.decided}
            onValue={(decided) => showDisputes(readDisputeFilter({ decided, username: typed.trim() }))}
          />
        </div>
        <TextInput
          className="grow"
          label={t({ id: 'admin.dispute.username', message: 'Username of worker or owner' })}
          type="search"
          maxLength={40}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onValue={setTyped}
        />
        <Button type="submit" icon={<IconSearch aria-hidden="true" />}>
          {t({ id: 'admin.filter.go', message: 'Search' })}
        </Button>
        {filter.username && (
          <Button variant="quiet" onClick={() => showDisputes({ decided: filter.decided })}>
            {t({ id: 'admin.filter.clear', message: 'Clear all' })}
          </Button>
        )}
      </form>
    </Card>
  )
}

function List({ filter, page }: { filter: DisputeFilter; page: number }) {
  const { data, error, isFetching, refetch } = useDisputes(filter, page)
  const [open, setOpen] = useState<{ dispute: Dispute; side: Side } | null>(null)
  if (!data) {
    if (!error) return <Skeleton height={96} className="rounded-l" />
    return (
      <ErrorState busy={isFetching} onRetry={() => void refetch()}>
        {sentenceOf(error)}
      </ErrorState>
    )
  }
  return (
    <>
      {data.items.length === 0 && <Nothing filter={filter} />}
      {data.items.map((dispute) => (
        <DisputeCard key={dispute._id} dispute={dispute} onJudge={(side) => setOpen({ dispute, side })} />
      ))}
      <Pagination
        page={page}
        limit={pageLimit}
        totalItems={data.totalItems}
        onPage={(next) => showDisputes(filter, next)}
      />
      <JudgeDialog open={open} onClose={() => setOpen(null)} />
    </>
  )
}

function Nothing({ filter: { decided, username } }: { filter: DisputeFilter }) {
  return (
    <Card>
      <EmptyState
        heading="h2"
        title={
          username
            ? t({ id: 'admin.dispute.noneSuch', message: 'No dispute matches' })
            : decided === 'yes'
              ? t({ id: 'admin.dispute.noneDecided', message: 'No dispute was decided yet' })
              : t({ id: 'admin.dispute.none', message: 'Nobody disputes anything' })
        }
      >
        {t({
          id: 'admin.dispute.noneText',
          message: 'When a worker disputes a denial, both sides stand here, the oldest first.',
        })}
      </EmptyState>
    </Card>
  )
}
