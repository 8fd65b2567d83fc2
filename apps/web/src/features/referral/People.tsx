import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { sentenceOf } from '#api/failure.ts'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { formatDate, formatDay, formatNumber } from '#ui/format.ts'
import { Pagination } from '#ui/Pagination.tsx'
import { Table } from '#ui/Table.tsx'
import type { Column } from '#ui/Table.tsx'
import { peopleLimit, usePeople } from './referral.ts'
import type { ReferredPerson } from './referral.ts'

/** Who came by the link, and what each brought. */
export function People() {
  const [page, setPage] = useState(1)
  const { data, error, isFetching, refetch } = usePeople(page)
  const caption = t({ id: 'referral.people', message: 'People who came by your link' })
  return (
    <Card flush title={caption}>
      {!data && error ? (
        <div className="p-4">
          <ErrorState busy={isFetching} onRetry={() => void refetch()}>
            {sentenceOf(error)}
          </ErrorState>
        </div>
      ) : (
        <Table
          caption={caption}
          columns={columns()}
          rows={data?.items ?? []}
          rowKey={({ username, joinedAt }) => `${username} ${joinedAt}`}
          loadingRows={data ? 0 : 3}
          empty={
            <EmptyState title={t({ id: 'referral.people.none', message: 'Nobody yet' })}>
              {t({ id: 'referral.people.noneText', message: 'Whoever joins by your link appears here.' })}
            </EmptyState>
          }
        />
      )}
      {data && <Pagination page={page} limit={peopleLimit} totalItems={data.totalItems} onPage={setPage} />}
    </Card>
  )
}

function columns(): Column<ReferredPerson>[] {
  return [
    {
      key: 'name',
      header: t({ id: 'referral.name', message: 'Name' }),
      role: 'head',
      cell: ({ username, withheld }) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="wrap-anywhere">{username}</span>
          {withheld && <Badge tone="warn">{t({ id: 'referral.isWithheld', message: 'Withheld' })}</Badge>}
        </span>
      ),
    },
    {
      key: 'joined',
      header: t({ id: 'referral.joined', message: 'Joined' }),
      cell: ({ joinedAt }) => <time dateTime={joinedAt}>{formatDate(joinedAt)}</time>,
    },
    {
      key: 'level',
      header: t({ id: 'referral.level', message: 'Level' }),
      cell: ({ level }) => formatNumber(level),
    },
    {
      key: 'active',
      header: t({ id: 'referral.lastActive', message: 'Last active' }),
      cell: ({ lastActiveDay }) =>
        lastActiveDay === null ? t({ id: 'referral.neverActive', message: 'Not yet' }) : formatDay(lastActiveDay),
    },
    {
      key: 'earning',
      header: t({ id: 'referral.brought', message: 'Brought you' }),
      align: 'end',
      cell: ({ earning }) => <Amount units={earning} gain={earning > 0} />,
    },
  ]
}
