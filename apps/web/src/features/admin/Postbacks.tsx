import { t } from '@lingui/core/macro'
import { PostbackVerdict } from '@runnel/contract/admin-offerwall'
import { useState } from 'react'
import { sentenceOf } from '#api/failure.ts'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Select } from '#ui/Select.tsx'
import { Table } from '#ui/Table.tsx'
import type { Column } from '#ui/Table.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { pageLimit, readView, show, usePostbacks } from './offerwalls.ts'
import type { Postback, WallView } from './offerwalls.ts'
import { PostbackDialog } from './PostbackDialog.tsx'
import { verdictName, verdictTone } from './verdicts.ts'
import { WallFilter } from './WallFilter.tsx'

/** Every call of a wall as it came, and what was made of it. */
export function Postbacks({ view }: { view: WallView }) {
  const { wallId, verdict, txId, page = 1 } = view
  const { data, error, isFetching, refetch } = usePostbacks(view)
  const [openId, setOpenId] = useState<string | null>(null)
  const rows = data?.items ?? []
  if (!data && error) {
    return (
      <ErrorState busy={isFetching} onRetry={() => void refetch()}>
        {sentenceOf(error)}
      </ErrorState>
    )
  }
  return (
    <div className="grid gap-4">
      <WallFilter
        view={view}
        word={{ name: 'txId', label: t({ id: 'admin.postback.tx', message: 'Transaction' }), maxLength: 200 }}
      >
        <Select
          filterable={false}
          label={t({ id: 'admin.postback.verdict', message: 'Verdict' })}
          placeholder={t({ id: 'admin.filter.any', message: 'All' })}
          options={PostbackVerdict.options.map((value) => ({ value, label: verdictName(value) }))}
          value={verdict ?? ''}
          onChange={(value) => show({ ...view, page: undefined, verdict: readView({ verdict: value }).verdict })}
        />
      </WallFilter>
      <Card flush>
        <Table
          caption={t({ id: 'admin.wall.postbacks', message: 'Postbacks' })}
          columns={columns(setOpenId)}
          rows={rows}
          rowKey={({ _id }) => _id}
          loadingRows={data ? 0 : 6}
          empty={<Nothing isFiltered={Boolean(wallId ?? verdict ?? txId)} />}
        />
        <Pagination
          page={page}
          limit={pageLimit}
          totalItems={data?.totalItems ?? 0}
          onPage={(next) => show({ ...view, page: next })}
        />
      </Card>
      <PostbackDialog postback={rows.find(({ _id }) => _id === openId)} onClose={() => setOpenId(null)} />
    </div>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        heading="h2"
        title={t({ id: 'admin.postback.noneSuch', message: 'No postback matches' })}
        actions={
          <Button onClick={() => show({ tab: 'postbacks' })}>
            {t({ id: 'admin.withdrawals.all', message: 'Show all' })}
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState heading="h2" title={t({ id: 'admin.postback.none', message: 'No wall has called yet' })}>
      {t({ id: 'admin.postback.noneText', message: 'Most panels can send a test call; it appears here at once.' })}
    </EmptyState>
  )
}

function columns(onOpen: (id: string) => void): Column<Postback>[] {
  return [
    {
      key: 'wall',
      header: t({ id: 'admin.wall.wall', message: 'Wall' }),
      role: 'head',
      cell: ({ wall, at }) => (
        <span className="grid min-w-0">
          <span className="font-semibold wrap-anywhere">{wall}</span>
          <RelativeTime iso={at} className="text-sm font-normal text-muted" />
        </span>
      ),
    },
    {
      key: 'verdict',
      header: t({ id: 'admin.postback.verdict', message: 'Verdict' }),
      cell: ({ verdict, detail }) => (
        <span className="grid max-w-64 justify-items-start gap-1 max-sm:justify-items-end">
          <Badge tone={verdictTone[verdict]} dot>
            {verdictName(verdict)}
          </Badge>
          {detail !== '' && <span className="text-sm text-muted wrap-anywhere">{detail}</span>}
        </span>
      ),
    },
    {
      key: 'user',
      header: t({ id: 'admin.filter.username', message: 'Username' }),
      cell: ({ username }) => <span className="break-all">{username ?? '–'}</span>,
    },
    {
      key: 'tx',
      header: t({ id: 'admin.postback.tx', message: 'Transaction' }),
      cell: ({ txId }) => <code className="text-xs break-all">{txId ?? '–'}</code>,
    },
    {
      key: 'amount',
      header: t({ id: 'admin.postback.amount', message: 'Amount' }),
      align: 'end',
      cell: ({ amount }) => (amount === null ? '–' : <Amount units={amount} />),
    },
    {
      key: 'actions',
      header: t({ id: 'admin.postback.raw', message: 'As it came' }),
      role: 'actions',
      cell: ({ _id, wall, txId }) => (
        <Button size="small" onClick={() => onOpen(_id)}>
          {t({ id: 'admin.postback.raw', message: 'As it came' })}
          <VisuallyHidden>{` ${wall} ${txId ?? ''}`}</VisuallyHidden>
        </Button>
      ),
    },
  ]
}
