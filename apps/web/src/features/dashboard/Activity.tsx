import { t } from '@lingui/core/macro'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { movementName } from '#features/transaction/transaction.ts'
import type { StatementLine } from '#features/user/user.ts'
import { Amount } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { SkeletonText } from '#ui/state/Skeleton.tsx'
import { useRecentLines } from './dashboard.ts'

/** The newest movements on one's own accounts. */
export const Activity = () => {
  const query = useRecentLines()
  const { data } = query
  return (
    <Card
      className="max-lg:order-6"
      title={t({ id: 'dashboard.activity', message: 'Recent activity' })}
      action={
        <PageLink to="/app/account" hash="statement" className="link">
          {t({ id: 'dashboard.activity.all', message: 'View statement' })}
        </PageLink>
      }
    >
      <Loaded query={query} loading={<SkeletonText lines={5} />} />
      {data?.items.length === 0 && (
        <EmptyState title={t({ id: 'dashboard.activity.none', message: 'No activity yet' })} />
      )}
      {data && data.items.length > 0 && (
        <ul className="rows">
          {data.items.map((line) => (
            <Movement key={`${line._id} ${line.account}`} line={line} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const Movement = ({ line }: { line: StatementLine }) => {
  const { kind, account, amount, createdAt } = line
  return (
    <li className="flex items-baseline justify-between gap-4 py-2.5">
      <span className="min-w-0">
        <span className="block font-medium">{movementName({ kind, account })}</span>
        <RelativeTime iso={createdAt} className="text-sm text-muted" />
      </span>
      <Amount units={amount} signed gain={amount > 0} />
    </li>
  )
}
