import { t } from '@lingui/core/macro'
import type { User } from '@runnel/contract/account/user'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { ClaimStep } from './ClaimStep.tsx'
import { useOverview } from './dashboard.ts'
import { isPlainTodo, TodoStep } from './TodoStep.tsx'
import { VerifyStep } from './VerifyStep.tsx'
import { WithdrawStep } from './WithdrawStep.tsx'

/** What to do next, in the order in which it helps; whoever is new reads of the first claim in the welcome. */
export function NextSteps({ me }: { me: User }) {
  const { data, error } = useOverview()
  const isNew = me.faucetClaim === 0
  if (isNew && me.emailVerified) return null
  return (
    <Card className="max-lg:order-1" title={t({ id: 'dashboard.next', message: 'Next steps' })}>
      <ul className="grid gap-5">
        {!isNew && <ClaimStep />}
        {!me.emailVerified && <VerifyStep email={me.email} />}
        {/* The steps below would jump when those above them come late. */}
        {!data && !error && (
          <li>
            <Skeleton height={20} className="rounded-m" />
          </li>
        )}
        {!isNew && data?.todo.filter(isPlainTodo).map((todo) => <TodoStep key={todo.kind} todo={todo} />)}
        {(data || error) && <WithdrawStep balance={me.balance} />}
      </ul>
    </Card>
  )
}
