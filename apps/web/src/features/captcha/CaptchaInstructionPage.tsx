import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { PageLink } from '#base/PageLink.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { ExampleOrder, ExampleMore } from './Examples.tsx'

const PracticeRound = lazy(() =>
  loadChunk(() => import('./PracticeRound.tsx')).then((file) => ({ default: file.PracticeRound })),
)

/** A round that pays nothing and is not remembered. Nothing is fetched before somebody wants to practise. */
const Practice = () => {
  const [started, setStarted] = useState(false)
  return (
    <Card
      title={t({ id: 'practice.title', message: 'Practice' })}
      note={t({ id: 'practice.note', message: 'Practice rounds pay nothing and aren’t recorded.' })}
    >
      {started ? (
        <Suspense fallback={<Skeleton height={96} className="rounded-l" />}>
          <PracticeRound />
        </Suspense>
      ) : (
        <Button variant="primary" onClick={() => setStarted(true)}>
          {t({ id: 'practice.start', message: 'Start practice' })}
        </Button>
      )}
    </Card>
  )
}

/** Explains every human check with an example, the way without pictures first, and lets people practise. */
export const CaptchaInstructionPage = () => (
  <>
    <PageHeader
      title={t({ id: 'instruction.title', message: 'How the captcha works' })}
      lead={t({
        id: 'instruction.lead',
        message: 'The captcha keeps bots away from the faucet. Practice as often as you like.',
      })}
    />
    <div className="grid grid-cols-1 gap-4">
      <WithoutPictures />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <Card title={t({ id: 'instruction.order', message: 'Select images in order' })}>
          <p className="mb-4">
            <Trans id="instruction.order.text">
              You get this one after several wrong answers. The strip shows three objects and a number for each. Select
              the three images that contain exactly that many, in the order of the strip. Ignore other objects and
              colors.
            </Trans>
          </p>
          <ExampleOrder />
        </Card>
        <Card title={t({ id: 'instruction.more', message: 'Select all matching images' })}>
          <p className="mb-4">
            <Trans id="instruction.more.text">
              This is the usual captcha. Select every image that shows more of the first object than of the second. Two
              to four of the six images match.
            </Trans>
          </p>
          <ExampleMore />
        </Card>
      </div>
      <Practice />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        <Keys />
        <Wrong />
      </div>
    </div>
  </>
)

const WithoutPictures = () => (
  <Card title={t({ id: 'instruction.without', message: 'Accessibility mode' })}>
    <p>
      <Trans id="instruction.without.text">
        Select “I can’t use images” below any captcha or on your{' '}
        <PageLink to="/app/account" className="link">
          account page
        </PageLink>
        . Your device solves a short computation in the background while the timer runs. The reward and the timer are
        the same.
      </Trans>
    </p>
    <p className="mt-3 text-muted">
      <Trans id="instruction.without.conditions">
        Available to everyone from the first claim on. You can switch back at any time.
      </Trans>
    </p>
  </Card>
)

const Keys = () => {
  const keys = [
    { key: 'number', names: '1 – 5', does: t({ id: 'instruction.keys.choose', message: 'select an image' }) },
    { key: 'back', names: 'Backspace', does: t({ id: 'instruction.keys.undo', message: 'undo the last selection' }) },
    { key: 'enter', names: 'Enter', does: t({ id: 'instruction.keys.send', message: 'submit the answer' }) },
    {
      key: 'tab',
      names: 'Tab',
      does: t({ id: 'instruction.keys.tab', message: 'move between images and buttons' }),
    },
  ]
  return (
    <Card sunken title={t({ id: 'instruction.keys', message: 'Using the keyboard' })}>
      <KeyValue
        pairs={keys.map(({ key, names, does }) => ({
          key,
          label: <kbd className="font-semibold text-ink">{names}</kbd>,
          value: does,
        }))}
      />
    </Card>
  )
}

const Wrong = () => (
  <Card sunken title={t({ id: 'instruction.wrong', message: 'If your answer is wrong' })}>
    <p>
      <Trans id="instruction.wrong.text">
        You get new images right away, and your faucet timer isn’t reset. After several wrong answers in a row, there’s
        a short cooldown that gets longer each time.
      </Trans>
    </p>
  </Card>
)
