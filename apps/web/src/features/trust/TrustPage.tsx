import { t } from '@lingui/core/macro'
import type { TrustProgress } from '@runnel/contract/check/trust'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { Card } from '#ui/Card.tsx'
import { ProgressBar } from '#ui/chart/ProgressBar.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { frequencyText, needText, progressText } from './labels.ts'
import { type TrustInfo, type TrustStep, useTrust } from './trust.ts'

/** How often this account meets a captcha, and what makes that rarer. */
export const TrustPage = () => {
  const query = useTrust()
  return (
    <>
      <PageHeader title={t({ id: 'page.trust', message: 'Account trust' })} />
      <Loaded query={query} loading={<TrustSkeleton />}>
        {(info) => (
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
            <div className="grid grid-cols-1 gap-4">
              <Now info={info} />
              <NextStep next={info.steps[info.step]} />
            </div>
            <Steps info={info} />
          </div>
        )}
      </Loaded>
    </>
  )
}

const TrustSkeleton = () => (
  <div
    className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]"
    role="status"
    aria-label={t({ id: 'ui.loading', message: 'Loading' })}
  >
    <div className="grid grid-cols-1 gap-4">
      <Skeleton height={48} className="rounded-l" />
      <Skeleton height={80} className="rounded-l" />
    </div>
    <Skeleton height={64} className="rounded-l" />
  </div>
)

const Now = ({ info: { step, steps, every, raised } }: { info: TrustInfo }) => {
  const count = steps.length
  return (
    <Card className="grid grid-cols-1 gap-3">
      <p className="text-sm text-muted">{t({ id: 'trust.step.of', message: `Step ${step} of ${count}` })}</p>
      <h2>{frequencyText(every)}</h2>
      {raised === 'answers' && (
        <Alert tone="warn">
          {t({
            id: 'trust.raised.answers',
            message:
              'Too many recent captchas were wrong or unanswered, so you see more of them. Right answers change that.',
          })}
        </Alert>
      )}
      {raised === 'review' && (
        <Alert tone="warn">
          {t({
            id: 'trust.raised.review',
            message: 'Your account is in review. Until it’s finished, every claim asks for a captcha.',
          })}
        </Alert>
      )}
      {step === 1 && (
        <p className="text-sm text-muted">
          {t({ id: 'trust.first', message: 'The first 5 claims of an account always ask.' })}
        </p>
      )}
      <p className="text-sm text-muted">
        {t({
          id: 'trust.fixed',
          message: 'Each claim is drawn once. Reloading, waiting or switching devices doesn’t change the result.',
        })}{' '}
        {t({
          id: 'trust.pay',
          message: 'Actions that pay more ask more often, and withdrawals always ask.',
        })}{' '}
        <PageLink to="/app/captcha-instruction" className="link">
          {t({ id: 'trust.how', message: 'Captcha help' })}
        </PageLink>
      </p>
    </Card>
  )
}

/** What the next step brings and asks for; after the last there is none. */
const NextStep = ({ next }: { next: TrustStep | undefined }) => (
  <Card className="grid grid-cols-1 gap-4">
    {next === undefined ? (
      <EmptyState heading="h2" title={t({ id: 'trust.last.title', message: 'You’ve reached the last step' })}>
        {t({ id: 'trust.last.text', message: 'Captchas don’t get rarer than this. Your step stays.' })}
      </EmptyState>
    ) : (
      <>
        <h2>{t({ id: 'trust.next', message: 'Next step' })}</h2>
        <p className="text-muted">{frequencyText(next.every)}</p>
        <ul className="grid grid-cols-1 gap-4">
          {next.needs.map((progress) => (
            <Need key={progress.need} {...progress} />
          ))}
        </ul>
      </>
    )}
  </Card>
)

const Need = ({ need, have, wanted }: TrustProgress) => {
  const { label, hint } = needText(need)
  const isDone = have >= wanted
  const Mark = isDone ? IconCircleCheck : IconCircle
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <Mark className={isDone ? 'size-5 text-good' : 'size-5 text-muted'} aria-hidden="true" />
      <div className="grid grid-cols-1 gap-1">
        <p className="flex flex-wrap justify-between gap-x-3">
          <span>{label}</span>
          <span className="figures text-muted">{progressText({ have, wanted })}</span>
        </p>
        {wanted > 1 && !isDone && <ProgressBar value={have} max={wanted} label={label} hideLabel />}
        {hint !== undefined && !isDone && <p className="text-sm text-muted">{hint}</p>}
      </div>
    </li>
  )
}

const Steps = ({ info: { step, steps } }: { info: TrustInfo }) => (
  <Card className="grid grid-cols-1 gap-3">
    <h2>{t({ id: 'trust.steps', message: 'All steps' })}</h2>
    <ol className="grid grid-cols-1 gap-3">
      {steps.map(({ every }, index) => {
        const number = index + 1
        const isHere = number === step
        return (
          <li
            key={number}
            aria-current={isHere ? 'step' : undefined}
            className={isHere ? 'font-semibold' : 'text-muted'}
          >
            <span className="block text-sm">
              {isHere
                ? t({ id: 'trust.step.here', message: `Step ${number} (your step)` })
                : t({ id: 'trust.step', message: `Step ${number}` })}
            </span>
            {frequencyText(every)}
          </li>
        )
      })}
    </ol>
  </Card>
)
