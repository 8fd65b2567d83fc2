import { t } from '@lingui/core/macro'
import type { User } from '@runnel/contract/account/user'
import { IconDroplet } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { RestrictionNote } from '#features/appeal/appeal.ts'
import { useFaucet } from '#features/faucet/faucet.ts'
import { DebtNote } from '#features/transaction/transaction.ts'
import { useMeQuery } from '#features/user/user.ts'
import { FirstWithdrawal, useWithdrawMethods } from '#features/withdraw/withdraw.ts'
import { unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeleton, Skeletons } from '#ui/state/Skeleton.tsx'
import { Balance } from './Balance.tsx'
import { ClaimStep } from './ClaimStep.tsx'
import { useOverview } from './dashboard.ts'
import { isPlainTodo, TodoStep } from './TodoStep.tsx'
import { WithdrawStep } from './WithdrawStep.tsx'

const loadMore = () => import('./MoreStats.tsx').then((file) => ({ default: file.MoreStats }))
const loadLevel = () => import('./Level.tsx').then((file) => ({ default: file.Level }))
const loadProgress = () => import('./Progress.tsx').then((file) => ({ default: file.Progress }))
const loadVerify = () => import('./VerifyStep.tsx').then((file) => ({ default: file.VerifyStep }))
const VerifyStep = lazy(() => loadChunk(loadVerify))
const More = lazy(() => loadChunk(loadMore))
const Level = lazy(() => loadChunk(loadLevel))
const Progress = lazy(() => loadChunk(loadProgress))
// Asked for at once, but behind what the page needs to be drawn; whether they came is seen when they are needed.
for (const load of [loadMore, loadLevel, loadProgress]) load().catch(() => undefined)

/** What one owns, what to do next, and how it has been going. */
export const DashboardPage = () => {
  const query = useMeQuery()
  const { data } = query
  const me = data?.user
  const isNew = me !== undefined && me.faucetClaim === 0 && me.totalEarned === 0
  return (
    <>
      <PageHeader title={t({ id: 'page.dashboard', message: 'Dashboard' })} lead={me && greeting(me.username)} />
      <Loaded
        query={query}
        loading={
          <Skeletons
            heights={[44, 44, 72, 40]}
            className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]"
          />
        }
      />
      <DebtNote debt={me?.debt} />
      <RestrictionNote />
      {me && (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
          <div className="grid grid-cols-1 gap-4 max-lg:contents">
            {isNew ? <Welcome /> : <Balance me={me} />}
            <First />
            {!isNew && (
              <Suspense fallback={<MoreSkeleton />}>
                <More />
              </Suspense>
            )}
          </div>
          <div className="grid grid-cols-1 gap-4 max-lg:contents">
            <NextSteps me={me} />
            <Suspense fallback={<Skeleton height={44} className="rounded-l max-lg:order-4" />}>
              <Level progress={me.progress} />
            </Suspense>
            {!isNew && (
              <Suspense fallback={<Skeleton height={72} className="rounded-l max-lg:order-5" />}>
                <Progress />
              </Suspense>
            )}
          </div>
        </div>
      )}
    </>
  )
}

const greeting = (name: string): string => t({ id: 'dashboard.hello', message: `Welcome, ${name}.` })

const MoreSkeleton = () => (
  <>
    <Skeleton height={88} className="rounded-l max-lg:order-2" />
    <Skeleton height={72} className="rounded-l max-lg:order-3" />
    <Skeleton height={72} className="rounded-l max-lg:order-6" />
  </>
)

/** For somebody who has not earned anything yet: one thing to do. */
const Welcome = () => {
  const faucet = useFaucet().data
  const units = faucet && unitsText(faucet.next.total)
  return (
    <Card>
      <EmptyState
        heading="h2"
        title={t({ id: 'dashboard.new.title', message: 'Your first claim is ready' })}
        actions={
          <Button as={PageLink} to="/app/faucet" variant="money" size="large" icon={<IconDroplet aria-hidden="true" />}>
            {t({ id: 'dashboard.new.go', message: 'Make your first claim' })}
          </Button>
        }
      >
        {units
          ? t({ id: 'dashboard.new.pays', message: `Claim ${units} now.` })
          : t({ id: 'dashboard.new.text', message: 'Claim it from the faucet.' })}
      </EmptyState>
    </Card>
  )
}

/** The way to the first withdrawal, until there was one. */
const First = () => {
  const { data } = useWithdrawMethods()
  if (!data?.first) return null
  return (
    <Suspense fallback={<Skeleton height={64} className="rounded-l max-lg:order-1" />}>
      <FirstWithdrawal ways={data} className="max-lg:order-1">
        <Button as={PageLink} to="/app/withdraw" variant="money">
          {t({ id: 'withdraw.first.go', message: 'Withdraw now' })}
        </Button>
      </FirstWithdrawal>
    </Suspense>
  )
}

/** What to do next, in the order in which it helps; whoever is new reads of the first claim in the welcome. */
const NextSteps = ({ me }: { me: User }) => {
  const { data, error } = useOverview()
  const ways = useWithdrawMethods()
  const isNew = me.faucetClaim === 0
  // The way to the first withdrawal begins with the address.
  const isVerifying = !me.emailVerified && (ways.error !== null || ways.data?.first === null)
  if (isNew && !isVerifying) return null
  return (
    <Card className="max-lg:order-1" title={t({ id: 'dashboard.next', message: 'Next steps' })}>
      <ul className="grid gap-5">
        {!isNew && <ClaimStep />}
        {isVerifying && (
          <Suspense>
            <VerifyStep user={me} />
          </Suspense>
        )}
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
