import { t } from '@lingui/core/macro'
import { WithdrawalStatus, type Withdrawal } from '@runnel/contract/withdraw'
import { history } from '#base/history.ts'
import { ChoiceFilter, PagedTable } from '#base/PagedTable.tsx'
import { to } from '#base/paths.ts'
import { useQueryPage, useQueryText } from '#base/route.ts'
import { Amount } from '#ui/Amount.tsx'
import { CoinLogo } from '#ui/coin/CoinLogo.tsx'
import { TransactionLink } from '#ui/coin/TransactionLink.tsx'
import { CopyButton } from '#ui/copy/CopyButton.tsx'
import { formatDateTime } from '#ui/format.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { statusName } from './status.ts'
import { StatusBadge } from './StatusBadge.tsx'
import { historyLimit, useHistory } from './withdraw.ts'

/** One's own withdrawals, newest first; page and status stand in the address. */
export const History = () => {
  const page = useQueryPage()
  const { status: wanted } = useQueryText()
  const status = WithdrawalStatus.options.find((option) => option === wanted)
  const answer = useHistory({ page, status })
  const isWorthFiltering = status || (answer.data && answer.data.totalItems > 1)
  return (
    <PagedTable
      title={t({ id: 'withdraw.history', message: 'Your withdrawals' })}
      action={isWorthFiltering && <StatusFilter status={status} />}
      answer={answer}
      columns={columns()}
      rowKey={({ _id }) => _id}
      loadingRows={4}
      empty={<Nothing status={status} />}
      page={page}
      limit={historyLimit}
      pagesLabel={t({ id: 'withdraw.history.pages', message: 'Withdrawal pages' })}
      onPage={(next) => show({ page: next, status })}
    />
  )
}

const show = (query: { page?: number; status?: WithdrawalStatus | undefined }): void => {
  history.push(to('/app/withdraw', { query }))
}

const StatusFilter = ({ status }: { status: WithdrawalStatus | undefined }) => (
  <ChoiceFilter
    label={t({ id: 'withdraw.history.status', message: 'Status' })}
    value={status}
    all={t({ id: 'withdraw.history.all', message: 'All' })}
    options={WithdrawalStatus.options.map((value) => ({ value, label: statusName(value) }))}
    onChoose={(chosen) => show({ status: chosen })}
  />
)

const Nothing = ({ status }: { status: WithdrawalStatus | undefined }) => {
  if (status) {
    return <EmptyState title={t({ id: 'withdraw.history.noneSuch', message: 'No withdrawals with this status' })} />
  }
  return (
    <EmptyState title={t({ id: 'withdraw.history.none', message: 'No withdrawals yet' })}>
      {t({ id: 'withdraw.history.noneText', message: 'Your withdrawals and their status appear here.' })}
    </EmptyState>
  )
}

const columns = (): Column<Withdrawal>[] => [
  {
    key: 'receives',
    header: t({ id: 'withdraw.column.receives', message: 'You receive' }),
    role: 'head',
    cell: ({ receives, currency, amount }) => (
      <span className="figures grid">
        <span className="inline-flex items-center gap-2 font-semibold sm:whitespace-nowrap">
          <CoinLogo currency={currency} className="size-5 shrink-0" />
          {receives} {currency}
        </span>
        <Amount units={amount} className="text-sm font-normal text-muted" />
      </span>
    ),
  },
  {
    key: 'status',
    header: t({ id: 'withdraw.column.status', message: 'Status' }),
    cell: (row) => <Status row={row} />,
  },
  {
    key: 'asked',
    header: t({ id: 'withdraw.column.asked', message: 'Requested' }),
    cell: ({ createdAt }) => <RelativeTime iso={createdAt} className="whitespace-nowrap" />,
  },
  {
    key: 'address',
    header: t({ id: 'withdraw.column.address', message: 'To' }),
    cell: ({ address, method }) => (
      <span className="grid min-w-0">
        <span>{method}</span>
        <span className="max-w-56 text-xs break-all line-clamp-2 text-muted">{address}</span>
      </span>
    ),
  },
  {
    key: 'tx',
    header: t({ id: 'withdraw.column.tx', message: 'Transaction' }),
    role: 'actions',
    cell: ({ txId, txUrl }) => txId && <Transaction txId={txId} url={txUrl} />,
  },
]

const Status = ({ row: { status, reason, notBefore, paidAt } }: { row: Withdrawal }) => (
  <span className="grid max-w-64 justify-items-start gap-1 max-md:justify-items-end">
    <StatusBadge status={status} />
    {reason && (
      <span className="text-sm text-muted" dir="auto">
        {reason}
      </span>
    )}
    {notBefore && (
      <span className="text-sm text-muted">
        {t({ id: 'withdraw.notBefore', message: `Paid after ${formatDateTime(notBefore)}` })}
      </span>
    )}
    {paidAt && <RelativeTime iso={paidAt} className="text-sm text-muted" />}
  </span>
)

const Transaction = ({ txId, url }: { txId: string; url: string | null }) => (
  <span className="grid justify-items-start gap-1 sm:w-52">
    <TransactionLink txId={txId} url={url} />
    <CopyButton text={txId} label={t({ id: 'withdraw.copyTx', message: 'Copy transaction ID' })} />
  </span>
)
