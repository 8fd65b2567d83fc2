import { plural, t } from '@lingui/core/macro'
import { IconCheck, IconDroplet, IconGift } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { newIdempotencyKey } from '#api/attempt.ts'
import { messageOf } from '#api/failure.ts'
import { useAttempt } from '#api/use-attempt.ts'
import { PageLink } from '#base/PageLink.tsx'
import { HumanCheck, useHumanCheck } from '#features/captcha/captcha.tsx'
import { unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { ProgressBar } from '#ui/chart/ProgressBar.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { RetryNotice } from '#ui/state/RetryNotice.tsx'
import { useUntil } from '#ui/until.ts'
import { useEnter } from '#ui/use-enter.ts'
import { bonus, applyBonus, type BonusCall, type BonusClaimed, type BonusInfo } from './bonus.ts'

/** Today's bonus: what it asks for first, then the claim, then how long it is until the next. */
export const Today = ({ info }: { info: BonusInfo }) => {
  const { today, resetsAt } = info
  // Above the three states: an answer belongs to the claim although the page has gone on meanwhile.
  const claim = useAttempt({ send: ({ call }: DayClaim) => bonus.calls.claim(call), onDone: applyBonus })
  // At midnight the page goes on to a day that nobody has claimed yet.
  const paid = claim.call?.resetsAt === resetsAt ? claim.answer : undefined
  if (today.claimed || paid) return <Claimed info={info} paid={paid} />
  const units = unitsText(today.reward)
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="text-center">
        <h2 className="text-base font-semibold text-muted">
          {t({ id: 'bonus.today', message: `Today: day ${today.day} of 7` })}
        </h2>
        <p className="mt-1 font-display text-4xl font-bold figures">{units}</p>
      </div>
      {info.grace.willBeUsed && today.closed === null && (
        <Alert tone="warn" title={t({ id: 'bonus.grace.used', message: 'Your grace day saved your streak' })}>
          {t({
            id: 'bonus.grace.usedText',
            message: 'You missed a day. Claiming today uses your grace day and keeps your streak.',
          })}
        </Alert>
      )}
      <Way info={info} claim={claim} />
    </div>
  )
}

type Day = BonusInfo['today']

/** What leads to today's bonus; nobody works for one that is closed to them. */
const Way = ({ info, claim }: { info: BonusInfo; claim: Attempt }) => {
  const { today } = info
  // What was sent once goes on: its answer may have been lost on the way.
  if (today.closed !== null && !claim.isUnsent && !claim.isSending) return <Alert tone="warn">{today.closed}</Alert>
  return today.claimsMade < today.claimsNeeded ? <Activity today={today} /> : <Claim info={info} claim={claim} />
}

/** What is missing before it opens, with the way there. */
const Activity = ({ today: { claimsMade, claimsNeeded } }: { today: Day }) => {
  const missing = claimsNeeded - claimsMade
  return (
    <div className="grid grid-cols-1 gap-4">
      <ProgressBar
        label={t({ id: 'bonus.activity', message: 'Faucet claims today' })}
        value={claimsMade}
        max={claimsNeeded}
      />
      <p className="text-center text-muted">
        {t({
          id: 'bonus.activity.missing',
          message: plural(missing, {
            one: 'Make # more faucet claim to unlock it.',
            other: 'Make # more faucet claims to unlock it.',
          }),
        })}
      </p>
      <Button as={PageLink} to="/app/faucet" variant="primary" size="large" wide icon={<IconDroplet aria-hidden />}>
        {t({ id: 'bonus.activity.go', message: 'Go to faucet' })}
      </Button>
    </div>
  )
}

/** A claim and the end of the day that it is for. */
interface DayClaim {
  call: BonusCall
  resetsAt: string
}

type Attempt = ReturnType<typeof useAttempt<DayClaim, BonusClaimed>>

const Claim = ({ info, claim }: { info: BonusInfo; claim: Attempt }) => {
  const { today, resetsAt } = info
  const { day, reward } = today
  const check = useHumanCheck('bonus', { enabled: !claim.isUnsent })
  const take = useMutation({
    mutationFn: check.take,
    onSuccess: (captcha) => {
      if (!captcha) return
      const call = { params: { day: String(day) }, body: { captcha }, idempotencyKey: newIdempotencyKey() }
      claim.send({ call, resetsAt })
    },
    networkMode: 'always',
  })
  const isBusy = take.isPending || claim.isSending
  const send = () => !isBusy && take.mutate()
  useEnter(() => !claim.isUnsent && send())
  if (claim.isUnsent) return <RetryNotice onAgain={claim.sendAgain} />
  const units = unitsText(reward)
  return (
    <div className="grid grid-cols-1 gap-4">
      {claim.refusal !== null && (
        <Alert tone="warn" urgent>
          {messageOf(claim.refusal)}
        </Alert>
      )}
      <div inert={isBusy}>
        <HumanCheck check={check} />
      </div>
      <Button variant="money" size="large" wide busy={isBusy} icon={<IconGift aria-hidden="true" />} onClick={send}>
        {t({ id: 'bonus.claim', message: `Claim ${units}` })}
      </Button>
    </div>
  )
}

const Claimed = ({ info, paid }: { info: BonusInfo; paid: BonusClaimed | undefined }) => {
  const { today, bonuses, resetsAt } = info
  const when = useUntil(resetsAt)
  const units = unitsText(paid?.reward ?? today.reward)
  const next = unitsText(bonuses[today.day % bonuses.length]?.reward ?? 0)
  return (
    <div className="grid grid-cols-1 justify-items-center gap-3 text-center" aria-live="polite">
      <span className="drop tone-good size-14">
        <IconCheck aria-hidden="true" />
      </span>
      <h2>{t({ id: 'bonus.claimed', message: `You received ${units} today` })}</h2>
      <p className="text-muted">
        {t({ id: 'bonus.next', message: `Next bonus (${next}) available` })}{' '}
        <span className="figures font-semibold">{when}</span>
      </p>
    </div>
  )
}
