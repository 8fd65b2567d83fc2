import { t } from '@lingui/core/macro'
import type { Challenge, ChallengeKind } from '@runnel/contract/earn/challenge'
import {
  IconCheck,
  IconChecklist,
  IconCoins,
  IconDroplet,
  IconEye,
  IconLink,
  IconListCheck,
  IconStairsUp,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import { newIdempotencyKey } from '#api/attempt.ts'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { ProgressBar } from '#ui/chart/ProgressBar.tsx'
import { classes } from '#ui/classes.ts'
import { useUntil } from '#ui/until.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import type { ChallengeCall } from './challenge.ts'
import { challengeTitle, periodName } from './labels.ts'

const icons: Record<ChallengeKind, Icon> = {
  faucet: IconDroplet,
  ptc: IconEye,
  link: IconLink,
  task: IconChecklist,
  offerwall: IconListCheck,
  referral: IconUsers,
  earn: IconCoins,
  level: IconStairsUp,
}

interface ChallengeCardProps {
  challenge: Challenge
  /** The one that is being claimed. */
  busyId: string | undefined
  onClaim: (call: ChallengeCall) => void
}

/** One challenge: what it asks for, how far it is, and its reward. */
export const ChallengeCard = ({ challenge, busyId, onClaim }: ChallengeCardProps) => {
  const { _id, kind, period, requirement, progress, tokenReward, claimed, resetsAt } = challenge
  const title = challengeTitle(challenge)
  const isDone = progress >= requirement
  const KindIcon = claimed ? IconCheck : icons[kind]
  const tone = claimed ? 'tone-good' : isDone ? 'tone-money' : 'tone-brand'
  return (
    <div className={classes('card grid items-center gap-3 sm:grid-cols-[1fr_auto]', claimed && 'card-sunken')}>
      <div className="flex min-w-0 gap-3">
        <span className={`drop ${tone}`}>
          <KindIcon aria-hidden="true" />
        </span>
        <div className="grid min-w-0 grow gap-1">
          <div className="flex items-start justify-between gap-3">
            <h2 className="min-w-0 text-base">{title}</h2>
            <Amount units={tokenReward} signed gain={!claimed} />
          </div>
          <div className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
            <span>{periodName(period)}</span>
            {resetsAt !== null && <Resets iso={resetsAt} />}
            {claimed && <Badge tone="good">{t({ id: 'challenge.claimed', message: 'Claimed' })}</Badge>}
          </div>
          {!claimed && (
            <div className="mt-1">
              <ProgressBar
                label={t({ id: 'challenge.progress', message: 'Progress' })}
                value={progress}
                max={requirement}
                money={isDone}
              />
            </div>
          )}
        </div>
      </div>
      {isDone && !claimed && (
        <Button
          variant="money"
          busy={busyId === _id}
          disabled={busyId !== undefined && busyId !== _id}
          onClick={() => onClaim({ params: { id: _id }, idempotencyKey: newIdempotencyKey() })}
        >
          {t({ id: 'challenge.claim', message: 'Claim' })}
          <VisuallyHidden> {title}</VisuallyHidden>
        </Button>
      )}
    </div>
  )
}

const Resets = ({ iso }: { iso: string }) => {
  const when = useUntil(iso)
  return <span className="figures">{t({ id: 'challenge.resets', message: `resets ${when}` })}</span>
}
