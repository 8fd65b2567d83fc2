import { lazy, Suspense, useEffect } from 'react'
import { useStepUp } from '#api/step-up.ts'
import { loadChunk } from '#base/chunk-errors.ts'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { ToastRegion } from '#ui/overlay/ToastRegion.tsx'
import { AppStrip } from './AppStrip.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'

const load = () => import('#features/step-up/StepUpDialog.tsx').then((file) => ({ default: file.StepUpDialog }))
const StepUpDialog = lazy(() => loadChunk(load))

/** Asks once who is at the screen, when a call waits for it. */
const StepUpHost = () => {
  const asked = useStepUp((state) => state.asked)
  if (!asked) return null
  return (
    <ErrorBoundary page="step-up" fallback={() => <Unasked onAnswer={asked.answer} />}>
      <Suspense>
        <StepUpDialog onAnswer={asked.answer} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Without the question nobody can answer, and the calls must not wait for ever. */
const Unasked = ({ onAnswer }: { onAnswer: (proved: boolean) => void }) => {
  useEffect(() => onAnswer(false), [onAnswer])
  return null
}

/** What can appear over any page; it comes behind the first page, which is drawn without it. */
export const Overlays = () => (
  <>
    <AppStrip />
    <ConfirmHost />
    <StepUpHost />
    <ToastRegion />
  </>
)
