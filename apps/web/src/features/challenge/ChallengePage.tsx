import { t } from '@lingui/core/macro'
import { useAttempt } from '#api/use-attempt.ts'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { ClosedNote, useClosedSource } from '#features/outflow/outflow.ts'
import { Amount } from '#ui/Amount.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/Card.tsx'
import { formatNumber } from '#ui/format.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Stat } from '#ui/Stat.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { RetryNotice } from '#ui/state/RetryNotice.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { challenge, applyChallenge, useChallenges, type ChallengeCall, type ChallengeList } from './challenge.ts'
import { ChallengeCard } from './ChallengeCard.tsx'

/** So much of something in a day, in a week, or once; done is not yet paid, one claims it. */
export const ChallengePage = () => {
  const query = useChallenges()
  const { data } = query
  const closed = useClosedSource('challenge')
  return (
    <>
      <PageHeader
        title={t({ id: 'page.challenge', message: 'Challenges' })}
        lead={t({
          id: 'challenge.lead',
          message: 'Complete challenges as you earn, then claim your reward.',
        })}
      />
      <Loaded query={query} loading={<ChallengeSkeleton />} />
      {closed && (
        <div className="mb-4">
          <ClosedNote closed={closed} />
        </div>
      )}
      {data?.challenges.length === 0 && <None />}
      {data && data.challenges.length > 0 && <Challenges list={data} />}
    </>
  )
}

const Challenges = ({ list: { challenges, stats } }: { list: ChallengeList }) => {
  const claim = useAttempt({ send: (call: ChallengeCall) => challenge.calls.claim(call), onDone: applyChallenge })
  const busyId = claim.isSending ? claim.call?.params.id : undefined
  return (
    <div className="grid grid-cols-1 gap-4">
      <Card className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Stat label={t({ id: 'challenge.open', message: 'In progress' })} value={formatNumber(stats.open)} />
        <Stat label={t({ id: 'challenge.claimedCount', message: 'Claimed' })} value={formatNumber(stats.claimed)} />
        <Stat
          label={t({ id: 'challenge.earned', message: 'Earned from challenges' })}
          value={<Amount units={stats.earned} />}
        />
      </Card>
      {claim.isUnsent && <RetryNotice onAgain={claim.sendAgain} />}
      <ul className="grid grid-cols-1 gap-3">
        {challenges.map((one) => (
          <li key={one._id}>
            <ChallengeCard challenge={one} busyId={busyId} onClaim={claim.send} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const None = () => (
  <Card>
    <EmptyState
      heading="h2"
      title={t({ id: 'challenge.none', message: 'No challenges available' })}
      actions={
        <PageLink to="/app/faucet" className={buttonClass({ variant: 'primary' })}>
          {t({ id: 'challenge.empty.faucet', message: 'Go to faucet' })}
        </PageLink>
      }
    >
      {t({
        id: 'challenge.noneText',
        message: 'New challenges appear here. You can earn from the faucet in the meantime.',
      })}
    </EmptyState>
  </Card>
)

/** Reserves the space of what is loading. */
const ChallengeSkeleton = () => (
  <div className="grid grid-cols-1 gap-4" role="status" aria-label={t({ id: 'ui.loading', message: 'Loading' })}>
    <Skeleton height={25} className="rounded-l" />
    <div className="grid grid-cols-1 gap-3">
      <Skeleton height={28} className="rounded-l" />
      <Skeleton height={28} className="rounded-l" />
      <Skeleton height={28} className="rounded-l" />
    </div>
  </div>
)
