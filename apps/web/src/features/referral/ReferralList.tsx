import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { PagedTable } from '#base/PagedTable.tsx'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { formatDate, formatDay, formatNumber } from '#ui/format.ts'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { peopleLimit, usePeople, type ReferredPerson } from './referral.ts'

/** Who came by the link, and what each brought. */
export const ReferralList = () => {
  const [page, setPage] = useState(1)
  const answer = usePeople(page)
  return (
    <PagedTable
      title={t({ id: 'referral.people', message: 'Your referrals' })}
      answer={answer}
      columns={columns()}
      rowKey={({ username, joinedAt }) => `${username} ${joinedAt}`}
      loadingRows={3}
      empty={
        <EmptyState title={t({ id: 'referral.people.none', message: 'No referrals yet' })}>
          {t({ id: 'referral.people.noneText', message: 'Users who sign up with your link appear here.' })}
        </EmptyState>
      }
      page={page}
      limit={peopleLimit}
      onPage={setPage}
    />
  )
}

const columns = (): Column<ReferredPerson>[] => [
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
      lastActiveDay === null ? t({ id: 'referral.neverActive', message: 'Never' }) : formatDay(lastActiveDay),
  },
  {
    key: 'earning',
    header: t({ id: 'referral.brought', message: 'Your commission' }),
    align: 'end',
    cell: ({ earning }) => <Amount units={earning} gain={earning > 0} />,
  },
]
