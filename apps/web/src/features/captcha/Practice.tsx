import { t } from '@lingui/core/macro'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'

const PracticeRound = lazy(() =>
  loadChunk(() => import('./PracticeRound.tsx')).then((file) => ({ default: file.PracticeRound })),
)

/** A round that pays nothing and is not remembered. Nothing is fetched before somebody wants to practise. */
export function Practice() {
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
