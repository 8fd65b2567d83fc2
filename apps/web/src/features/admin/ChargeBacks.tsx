import { t } from '@lingui/core/macro'
import { sentenceOf } from '#api/failure.ts'
import { Amount } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Table } from '#ui/Table.tsx'
import type { Column } from '#ui/Table.tsx'
import { pageLimit, show, useChargeBacks } from './offerwalls.ts'
import type { ChargeBack, WallView } from './offerwalls.ts'
import { WallFilter } from './WallFilter.tsx'

/** What walls took back, and what of it was still there. */
export function ChargeBacks({ view }: { view: WallView }) {
  const { wallId, username, page = 1 } = view
  const { data, error, isFetching, refetch } = useChargeBacks(view)
  if (!data && error) {
    return (
      <ErrorState busy={isFetching} onRetry={() => void refetch()}>
        {sentenceOf(error)}
      </ErrorState>
    )
  }
  const isFiltered = wallId !== undefined || Boolean(username)
  return (
    <div className="grid gap-4">
      <WallFilter
        view={view}
        word={{
          name: 'username',
          label: t({ id: 'admin.filter.username', message: 'Username' }),
          maxLength: 40,
        }}
      />
      <Card flush>
        <Table
          caption={t({ id: 'admin.wall.chargeBacks', message: 'Charge-backs' })}
          columns={columns()}
          rows={data?.items ?? []}
          rowKey={({ _id }) => _id}
          loadingRows={data ? 0 : 5}
          empty={<Nothing isFiltered={isFiltered} />}
        />
        <Pagination
          page={page}
          limit={pageLimit}
          totalItems={data?.totalItems ?? 0}
          onPage={(next) => show({ ...view, page: next })}
        />
      </Card>
    </div>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        heading="h2"
        title={t({ id: 'admin.wall.chargeBacks.noneSuch', message: 'No charge-back matches' })}
        actions={
          <Button onClick={() => show({ tab: 'charge-backs' })}>
            {t({ id: 'admin.withdrawals.all', message: 'Show all' })}
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState heading="h2" title={t({ id: 'admin.wall.chargeBacks.none', message: 'Nothing was taken back so far' })}>
      {t({ id: 'admin.wall.chargeBacks.noneText', message: 'When a wall cancels a credit, it stands here and why.' })}
    </EmptyState>
  )
}

function columns(): Column<ChargeBack>[] {
  return [
    {
      key: 'user',
      header: t({ id: 'admin.filter.username', message: 'Username' }),
      role: 'head',
      cell: ({ user, at }) => (
        <span className="grid min-w-0 justify-items-start">
          <button
            type="button"
            className="link break-all"
            onClick={() => show({ tab: 'charge-backs', username: user.username })}
          >
            {user.username}
          </button>
          <RelativeTime iso={at} className="text-sm font-normal text-muted" />
        </span>
      ),
    },
    {
      key: 'offer',
      header: t({ id: 'offerwall.column.offer', message: 'Offer' }),
      cell: ({ offer, wall, txId, creditedAt }) => (
        <span className="grid max-w-64 max-sm:justify-items-end">
          <span className="wrap-anywhere">{offer || wall}</span>
          <span className="text-sm text-muted wrap-anywhere">{`${wall} · ${txId}`}</span>
          <RelativeTime iso={creditedAt} className="text-sm text-muted" />
        </span>
      ),
    },
    {
      key: 'amount',
      header: t({ id: 'admin.wall.credited', message: 'Credited' }),
      align: 'end',
      cell: ({ amount }) => <Amount units={amount} />,
    },
    {
      key: 'taken',
      header: t({ id: 'admin.wall.taken', message: 'Was still there' }),
      align: 'end',
      cell: ({ taken }) => <Amount units={taken} />,
    },
    {
      key: 'debt',
      header: t({ id: 'admin.wall.debt', message: 'Became a debt' }),
      align: 'end',
      cell: ({ debt }) => <Amount units={debt} />,
    },
    {
      key: 'reason',
      header: t({ id: 'admin.reason', message: 'Reason' }),
      cell: ({ reason }) => <span className="grid max-w-64 text-sm">{reason}</span>,
    },
  ]
}
