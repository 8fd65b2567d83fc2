import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Offer, OfferStatus } from '@runnel/contract/earn/offerwall'
import { history } from '#base/history.ts'
import { ChoiceFilter, PagedTable } from '#base/PagedTable.tsx'
import { to } from '#base/paths.ts'
import { useQueryPage, useQueryText } from '#base/route.ts'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { statusName, statusTone } from './labels.ts'
import { offerLimit, offerStatuses, useOffers } from './offerwall.ts'

/** One's own offers, newest first; page and status stand in the address. */
export const Offers = () => {
  const page = useQueryPage()
  const { status: wanted } = useQueryText()
  const status = offerStatuses.find((option) => option === wanted)
  const answer = useOffers({ page, status })
  const isWorthFiltering = status || (answer.data && answer.data.totalItems > 1)
  return (
    <PagedTable
      title={t({ id: 'offerwall.offers', message: 'Your offers' })}
      action={isWorthFiltering && <StatusFilter status={status} />}
      answer={answer}
      columns={columns()}
      rowKey={({ _id }) => _id}
      loadingRows={3}
      empty={<Nothing status={status} />}
      page={page}
      limit={offerLimit}
      pagesLabel={t({ id: 'offerwall.offers.pages', message: 'Offer pages' })}
      onPage={(next) => show({ page: next, status })}
    />
  )
}

const show = (query: { page?: number; status?: OfferStatus | undefined }): void => {
  history.push(to('/app/offerwall', { query }))
}

const StatusFilter = ({ status }: { status: OfferStatus | undefined }) => (
  <ChoiceFilter
    label={t({ id: 'offerwall.offers.status', message: 'Status' })}
    value={status}
    all={t({ id: 'offerwall.history.all', message: 'All' })}
    options={offerStatuses.map((value) => ({ value, label: statusName(value) }))}
    onChoose={(chosen) => show({ status: chosen })}
  />
)

const Nothing = ({ status }: { status: OfferStatus | undefined }) => {
  if (status) {
    return <EmptyState title={t({ id: 'offerwall.offers.noneSuch', message: 'No offers with this status' })} />
  }
  return (
    <EmptyState title={t({ id: 'offerwall.offers.none', message: 'No completed offers yet' })}>
      {t({ id: 'offerwall.offers.noneText', message: 'Your completed offers and their status appear here.' })}
    </EmptyState>
  )
}

const columns = (): Column<Offer>[] => [
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
    header: t({ id: 'offerwall.column.status', message: 'Status' }),
    cell: (row) => <Status row={row} />,
  },
  {
    key: 'at',
    header: t({ id: 'offerwall.column.at', message: 'Completed' }),
    cell: ({ createdAt }) => <RelativeTime iso={createdAt} className="whitespace-nowrap" />,
  },
]

const Status = ({ row: { status, amount, heldUntil, reason, chargedBack, chargedBackAt } }: { row: Offer }) => {
  const part = unitsText(chargedBack)
  return (
    <span className="grid max-w-64 justify-items-start gap-1 max-md:justify-items-end">
      <Badge tone={statusTone[status]} dot>
        {statusName(status)}
      </Badge>
      {status === 'held' && heldUntil && (
        <span className="text-sm text-muted">
          <Trans id="offerwall.heldUntil">
            Released <RelativeTime iso={heldUntil} />
          </Trans>
        </span>
      )}
      {reason && (
        <span className="text-sm text-muted" dir="auto">
          {reason}
        </span>
      )}
      {chargedBack > 0 && chargedBack < amount && (
        <span className="text-sm text-muted">
          {t({ id: 'offerwall.chargedPart', message: `${part} charged back` })}
        </span>
      )}
      {chargedBackAt && <RelativeTime iso={chargedBackAt} className="text-sm text-muted" />}
    </span>
  )
}
