import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Offer, OfferStatus } from '@runnel/contract/offerwall'
import { sentenceOf } from '#api/failure.ts'
import { history } from '#app/history.ts'
import { to } from '#app/paths.ts'
import { useQueryText } from '#app/route.ts'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Select } from '#ui/Select.tsx'
import { Table } from '#ui/Table.tsx'
import type { Column } from '#ui/Table.tsx'
import { offerLimit, offerStatuses, useOffers } from './offerwall.ts'
import { statusName, statusTone } from './words.ts'

/** One's own offers, newest first; page and status stand in the address. */
export function Offers() {
  const { page: pageText = '1', status: wanted } = useQueryText()
  const page = Math.max(1, Math.trunc(Number(pageText)) || 1)
  const status = offerStatuses.find((option) => option === wanted)
  const { data, error, isFetching, refetch } = useOffers({ page, status })
  return (
    <Card
      flush
      title={t({ id: 'offerwall.offers', message: 'Your offers' })}
      action={(status || (data && data.totalItems > 1)) && <StatusFilter status={status} />}
    >
      {!data && error ? (
        <div className="p-4 pt-0 sm:p-6 sm:pt-0">
          <ErrorState busy={isFetching} onRetry={() => void refetch()}>
            {sentenceOf(error)}
          </ErrorState>
        </div>
      ) : (
        <Table
          caption={t({ id: 'offerwall.offers', message: 'Your offers' })}
          columns={columns()}
          rows={data?.items ?? []}
          rowKey={({ _id }) => _id}
          loadingRows={data ? 0 : 3}
          empty={<Nothing status={status} />}
        />
      )}
      {data && (
        <Pagination
          page={page}
          limit={offerLimit}
          totalItems={data.totalItems}
          label={t({ id: 'offerwall.offers.pages', message: 'Pages of your offers' })}
          onPage={(next) => show({ page: next, status })}
        />
      )}
    </Card>
  )
}

function show(query: { page?: number; status?: string | undefined }): void {
  history.push(to('/app/offerwall', { query }))
}

function StatusFilter({ status }: { status: OfferStatus | undefined }) {
  return (
    <Select
      className="w-44"
      label={t({ id: 'offerwall.offers.status', message: 'Which ones' })}
      hideLabel
      filterable={false}
      value={status ?? ''}
      placeholder={t({ id: 'withdraw.history.all', message: 'All' })}
      options={offerStatuses.map((value) => ({ value, label: statusName(value) }))}
      onChange={(value) => show({ status: value || undefined })}
    />
  )
}

function Nothing({ status }: { status: OfferStatus | undefined }) {
  if (status) {
    return (
      <EmptyState title={t({ id: 'offerwall.offers.noneSuch', message: 'None of your offers is at this point' })} />
    )
  }
  return (
    <EmptyState title={t({ id: 'offerwall.offers.none', message: 'You have not finished an offer yet' })}>
      {t({ id: 'offerwall.offers.noneText', message: 'Each one stands here with what it paid, held or taken back.' })}
    </EmptyState>
  )
}

function columns(): Column<Offer>[] {
  return [
    {
      key: 'offer',
      header: t({ id: 'offerwall.column.offer', message: 'Offer' }),
      role: 'head',
      cell: ({ offer, wall }) => (
        <span className="grid min-w-0">
          <span className="wrap-anywhere">{offer || wall}</span>
          <span className="text-sm font-normal text-muted">{wall}</span>
        </span>
      ),
    },
    {
      key: 'amount',
      header: t({ id: 'offerwall.column.amount', message: 'Reward' }),
      align: 'end',
      cell: ({ amount, status }) => <Amount units={amount} gain={status === 'credited'} />,
    },
    {
      key: 'status',
      header: t({ id: 'withdraw.column.status', message: 'Status' }),
      cell: (row) => <Status row={row} />,
    },
    {
      key: 'at',
      header: t({ id: 'offerwall.column.at', message: 'Finished' }),
      cell: ({ createdAt }) => <RelativeTime iso={createdAt} className="whitespace-nowrap" />,
    },
  ]
}

function Status({ row: { status, heldUntil, reason, chargedBackAt } }: { row: Offer }) {
  return (
    <span className="grid max-w-64 justify-items-start gap-1 max-sm:justify-items-end">
      <Badge tone={statusTone[status]} dot>
        {statusName(status)}
      </Badge>
      {status === 'held' && heldUntil && (
        <span className="text-sm text-muted">
          <Trans id="offerwall.heldUntil">
            Yours <RelativeTime iso={heldUntil} />
          </Trans>
        </span>
      )}
      {reason && <span className="text-sm text-muted">{reason}</span>}
      {chargedBackAt && <RelativeTime iso={chargedBackAt} className="text-sm text-muted" />}
    </span>
  )
}
