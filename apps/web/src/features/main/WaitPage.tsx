import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { PageLink } from '#base/PageLink.tsx'
import { refreshMe, useMe, type Me } from '#features/user/user.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { useCountdown } from '#ui/chart/countdown.ts'
import { TimerDial } from '#ui/chart/TimerDial.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'

/** A short pause after too many wrong answers: how long, and why. */
export const WaitPage = () => {
  const me = useMe()
  const asked = useFreshWord()
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader
        title={t({ id: 'wait.title', message: 'Cooldown' })}
        lead={t({ id: 'wait.lead', message: 'Your balance and your faucet timer aren’t affected.' })}
      />
      {!me?.cooldown && !(me && asked) && <Skeleton height={96} className="rounded-l" />}
      {me?.cooldown && <Pause key={me.cooldown.until} cooldown={me.cooldown} />}
      {me && asked && !me.cooldown && <Over />}
    </div>
  )
}

/** Whoever is sent here knows of no pause yet: the answer that sent them did not carry it. */
const useFreshWord = (): boolean => {
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    void refreshMe().then(() => setAsked(true))
  }, [])
  return asked
}

const Pause = ({ cooldown: { until, reason } }: { cooldown: NonNullable<Me['cooldown']> }) => {
  const [start] = useState(() => ({
    seconds: Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1_000)),
    receivedAt: performance.now(),
  }))
  const secondsLeft = useCountdown({ ...start, onDrift: () => void refreshMe() })
  if (secondsLeft === 0) return <Over />
  return (
    <Card>
      <TimerDial
        secondsLeft={secondsLeft}
        totalSeconds={start.seconds}
        label={t({ id: 'wait.dial', message: 'until you can continue' })}
      />
      <p className="mt-5 text-center" dir="auto">
        {reason}
      </p>
      <p className="mt-4 text-center">
        <PageLink to="/app/captcha-instruction" className="link inline-flex min-h-11 items-center">
          {t({ id: 'wait.practise', message: 'Practice the captcha' })}
        </PageLink>
      </p>
    </Card>
  )
}

/** The client's clock may be ahead of the server's; asking again costs nothing. */
const Over = () => (
  <Card>
    <EmptyState
      heading="h2"
      title={t({ id: 'wait.over', message: 'You can continue' })}
      actions={
        <Button as={PageLink} to="/app/faucet" variant="money" size="large" onClick={() => void refreshMe()}>
          {t({ id: 'wait.faucet', message: 'Go to faucet' })}
        </Button>
      }
    >
      {t({ id: 'wait.over.text', message: 'Your account isn’t on cooldown.' })}
    </EmptyState>
  </Card>
)
