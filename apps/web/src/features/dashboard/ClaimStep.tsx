import { t } from '@lingui/core/macro'
import { IconDroplet } from '@tabler/icons-react'
import { PageLink } from '#base/PageLink.tsx'
import { invalidateFaucet, isSpent, useFaucet, type Faucet } from '#features/faucet/faucet.ts'
import { unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { useCountdown } from '#ui/chart/countdown.ts'
import { formatClock } from '#ui/format.ts'
import { Skeleton, SkeletonText } from '#ui/state/Skeleton.tsx'
import { Step } from './Step.tsx'

/** The next claim: now, or in how long. */
export const ClaimStep = () => {
  const { data, error } = useFaucet()
  if (data) return <KnownClaim faucet={data} />
  const title = t({ id: 'dashboard.claim', message: 'Faucet claim' })
  return (
    <Step
      icon={<IconDroplet aria-hidden="true" />}
      title={title}
      action={error ? <FaucetLink /> : <Skeleton height={11} width="8rem" className="rounded-m" />}
    >
      {!error && <SkeletonText lines={1} />}
    </Step>
  )
}

const KnownClaim = ({ faucet }: { faucet: Faucet }) => {
  const { wait, receivedAt, next } = faucet
  const left = useCountdown({ seconds: wait, receivedAt, onDrift: () => void invalidateFaucet() })
  const clock = formatClock(left)
  const units = unitsText(next.total)
  const icon = <IconDroplet aria-hidden="true" />
  if (isSpent(faucet)) {
    const title = t({ id: 'dashboard.claim.spent', message: 'Daily claim limit reached' })
    return (
      <Step icon={icon} tone="good" title={title}>
        {t({ id: 'dashboard.claim.spentText', message: 'Your claims reset at midnight UTC.' })}
      </Step>
    )
  }
  if (left > 0) {
    return (
      <Step
        icon={icon}
        title={<span className="figures">{t({ id: 'dashboard.claim.wait', message: `Next claim in ${clock}` })}</span>}
        action={<FaucetLink />}
      >
        {t({ id: 'dashboard.claim.willPay', message: `Reward: ${units}.` })}
      </Step>
    )
  }
  return (
    <Step
      icon={icon}
      tone="money"
      title={t({ id: 'dashboard.claim.ready', message: 'Your claim is ready' })}
      action={
        <Button as={PageLink} to="/app/faucet" variant="money">
          {t({ id: 'dashboard.claim.now', message: 'Claim now' })}
        </Button>
      }
    >
      {t({ id: 'dashboard.claim.pays', message: `Reward: ${units}.` })}
    </Step>
  )
}

const FaucetLink = () => (
  <PageLink to="/app/faucet" className="link text-sm">
    {t({ id: 'dashboard.claim.open', message: 'Open faucet' })}
  </PageLink>
)
