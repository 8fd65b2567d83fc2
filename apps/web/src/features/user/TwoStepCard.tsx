import { plural, t } from '@lingui/core/macro'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { refreshSignInMethods, type SignInWays } from '#features/step-up/step-up.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { formatDate } from '#ui/format.ts'
import { Alert } from '#ui/state/Alert.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'

const TwoStepSetup = lazy(() =>
  loadChunk(() => import('./TwoStepSetup.tsx').then((file) => ({ default: file.TwoStepSetup }))),
)
const TwoStepChange = lazy(() =>
  loadChunk(() => import('./TwoStepChange.tsx').then((file) => ({ default: file.TwoStepChange }))),
)
const RecoveryCodes = lazy(() =>
  loadChunk(() => import('./RecoveryCodes.tsx').then((file) => ({ default: file.RecoveryCodes }))),
)

/** Few enough that one should think of new ones. */
const fewCodes = 3

type TwoStepDialog = 'setup' | 'disable' | 'newCodes' | null

/** The second step of signing in: switched on with an app, off again, and the codes for a lost phone. */
export const TwoStepCard = ({ ways }: { ways: SignInWays }) => {
  const [doing, setDoing] = useState<TwoStepDialog>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [isStopped, setStopped] = useState(false)
  const done = (fresh: readonly string[] | null) => {
    setDoing(null)
    setCodes(fresh)
    void refreshSignInMethods()
  }
  const stop = () => {
    setDoing(null)
    setStopped(true)
  }
  return (
    <Card
      id="two-step"
      className="scroll-mt-20"
      title={t({ id: 'twoStep.title', message: 'Two-factor authentication' })}
      note={t({
        id: 'twoStep.note',
        message: 'Protect your account with a code from your phone in addition to your password.',
      })}
      action={<State enabled={ways.enabled} />}
    >
      <div className="grid gap-4">
        <Suspense fallback={<Skeleton height={32} className="rounded-m" />}>
          {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
          {!codes && doing === 'setup' && <TwoStepSetup onDone={done} onStop={stop} />}
          {!codes && doing !== 'setup' && <TwoStepState ways={ways} isBack={isStopped} onDo={setDoing} />}
          {(doing === 'disable' || doing === 'newCodes') && (
            <TwoStepChange what={doing} asks={ways.asks} onDone={done} onStop={stop} />
          )}
        </Suspense>
      </div>
    </Card>
  )
}

const State = ({ enabled }: { enabled: boolean }) =>
  enabled ? (
    <Badge tone="good" dot>
      {t({ id: 'twoStep.on', message: 'On' })}
    </Badge>
  ) : (
    <Badge>{t({ id: 'twoStep.off', message: 'Off' })}</Badge>
  )

const focus = (button: HTMLButtonElement | null): void => button?.focus()

interface TwoStepStateProps {
  ways: SignInWays
  /** Who has left the setup goes on from where they began it. */
  isBack: boolean
  onDo: (what: TwoStepDialog) => void
}

const TwoStepState = ({ ways, isBack, onDo }: TwoStepStateProps) => {
  if (ways.needsVerified) {
    return (
      <p className="text-muted">
        {t({ id: 'twoStep.unverified', message: 'Verify your email address to set up two-factor authentication.' })}
      </p>
    )
  }
  if (!ways.enabled) {
    return (
      <Button
        ref={isBack ? focus : undefined}
        className="justify-self-start"
        variant="primary"
        onClick={() => onDo('setup')}
      >
        {t({ id: 'twoStep.start', message: 'Set up two-factor authentication' })}
      </Button>
    )
  }
  const day = ways.enabledAt ? formatDate(ways.enabledAt) : ''
  const left = ways.recoveryCodesLeft
  return (
    <>
      <p className="text-muted">
        {t({ id: 'twoStep.since', message: `On since ${day}.` })}{' '}
        {t({
          id: 'twoStep.left',
          message: plural(left, { one: '# recovery code is left.', other: '# recovery codes are left.' }),
        })}
      </p>
      {left < fewCodes && (
        <Alert tone="warn">
          {t({ id: 'twoStep.few', message: 'You’re running out of recovery codes. Generate new ones.' })}
        </Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => onDo('newCodes')}>
          {t({ id: 'twoStep.newCodes', message: 'Generate new recovery codes' })}
        </Button>
        {!ways.required && (
          <Button variant="danger-soft" onClick={() => onDo('disable')}>
            {t({ id: 'twoStep.disable', message: 'Turn off' })}
          </Button>
        )}
      </div>
    </>
  )
}
