import { t } from '@lingui/core/macro'
import { WithdrawalStatus } from '@runnel/contract/withdraw'
import type { Withdrawal } from '@runnel/contract/withdraw'
import { sentenceOf } from '#api/failure.ts'
import { history } from '#app/history.ts'
import { to } from '#app/paths.ts'
import { useQueryText } from '#app/route.ts'
import { Amount } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Select } from '#ui/Select.tsx'
import { Table } from '#ui/Table.tsx'
import type { Column } from '#ui/Table.tsx'
import { statusName } from './status.ts'
import { StatusBadge } from './StatusBadge.tsx'
import { historyLimit, useHistory } from './withdraw.ts'

/** One's own withdrawals, newest first; page and status stand in the address. */
export function History() {
  const { page: pageText = '1', status: wanted } = useQueryText()
  const page = Math.max(1, Math.trunc(Number(pageText)) || 1)
  const status = WithdrawalStatus.options.find((option) => option === wanted)
  const { data, error, isFetching, refetch } = useHistory({ page, status })
  const show = (query: { page?: number; status?: string | undefined }) => history.push(to('/app/withdraw', { query }))
  return (
    <Card
      flush
      title={t({ id: 'withdraw.history', message: 'Your withdrawals' })}
      action={
        (status || (data && data.totalItems > 1)) && (
          <StatusFilter status={status} onStatus={(next) => show({ status: next })} />
        )
      }
    >
      {!data && error ? (
        <div className="p-4 pt-0 sm:p-6 sm:pt-0">
          <ErrorState busy={isFetching} onRetry={() => void refetch()}>
            {sentenceOf(error)}
          </ErrorState>
        </div>
      ) : (
        <Table
          caption={t({ id: 'withdraw.history', message: 'Your withdrawals' })}
          columns={columns()}
          rows={data?.items ?? []}
          rowKey={({ _id }) => _id}
          loadingRows={data ? 0 : 4}
          empty={<Nothing status={status} />}
        />
      )}
      {data && (
        <Pagination
          page={page}
          limit={historyLimit}
          totalItems={data.totalItems}
          label={t({ id: 'withdraw.history.pages', message: 'Pages of your withdrawals' })}
          onPage={(next) => show({ page: next, status })}
        />
      )}
    </Card>
  )
}

interface StatusFilterProps {
  status: WithdrawalStatus | undefined
  onStatus: (status: string | undefined) => void
}

function StatusFilter({ status, onStatus }: StatusFilterProps) {
  return (
    <Select
      className="w-44"
      label={t({ id: 'withdraw.history.status', message: 'Which ones' })}
      hideLabel
      filterable={false}
      value={status ?? ''}
      placeholder={t({ id: 'withdraw.history.all', message: 'All' })}
      options={WithdrawalStatus.options.map((value) => ({ value, label: statusName(value) }))}
      onChange={(value) => onStatus(value || undefined)}
    />
  )
}

function Nothing({ status }: { status: WithdrawalStatus | undefined }) {
  if (status) {
    return (
      <EmptyState
        title={t({ id: 'withdraw.history.noneSuch', message: 'None of your withdrawals is at this point' })}
      />
    )
  }
  return (
    <EmptyState title={t({ id: 'withdraw.history.none', message: 'You have not withdrawn yet' })}>
      {t({ id: 'withdraw.history.noneText', message: 'Each request stands here with what became of it.' })}
    </EmptyState>
  )
}

function columns(): Column<Withdrawal>[] {
  return [
    {
      key: 'receives',
      header: t({ id: 'withdraw.column.receives', message: 'You receive' }),
      role: 'head',
      cell: ({ receives, currency, amount }) => (
        <span className="figures grid">
          <span className="font-semibold sm:whitespace-nowrap">
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
      header: t({ id: 'withdraw.column.asked', message: 'Asked' }),
      cell: ({ createdAt }) => <RelativeTime iso={createdAt} className="whitespace-nowrap" />,
    },
    {
      key: 'address',
      header: t({ id: 'withdraw.column.address', message: 'To' }),
      cell: ({ address, method }) => (
        <span className="grid min-w-0">
          <span>{method}</span>
          <span className="max-w-56 text-xs break-all text-muted">{address}</span>
        </span>
      ),
    },
    {
      key: 'tx',
      header: t({ id: 'withdraw.column.tx', message: 'Transaction' }),
      role: 'actions',
      cell: ({ txId }) => txId && <Transaction txId={txId} />,
    },
  ]
}

function Status({ row: { status, reason, paidAt } }: { row: Withdrawal }) {
  return (
    <span className="grid max-w-64 justify-items-start gap-1 max-sm:justify-items-end">
      <StatusBadge status={status} />
      {reason && <span className="text-sm text-muted">{reason}</span>}
      {paidAt && <RelativeTime iso={paidAt} className="text-sm text-muted" />}
    </span>
  )
}

function Transaction({ txId }: { txId: string }) {
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <code className="text-xs">{txId.length <= 16 ? txId : `${txId.slice(0, 6)}…${txId.slice(-6)}`}</code>
      <CopyButton text={txId} label={t({ id: 'withdraw.copyTx', message: 'Copy the id' })} />
    </span>
  )
}
