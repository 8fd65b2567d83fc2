import { t } from '@lingui/core/macro'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { lazy, Suspense, useEffect } from 'react'
import { useStepUp } from '#api/step-up.ts'
import { loadChunk } from '#base/chunk-errors.ts'
import { useStore } from '#base/store.ts'
import { applyUpdate, startAppUpdates, useUpdate } from '#shell/app-update.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { ToastRegion } from '#ui/overlay/ToastRegion.tsx'
import { useOnline } from '#ui/state/use-online.ts'
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

/** Along the upper edge: that there is no network, or that there is a newer version. */
const AppStrip = () => {
  const isOnline = useOnline()
  const isMember = useStore((state) => state.token !== null)
  const { waiting, isTyped } = useUpdate()
  useEffect(() => {
    if (isMember) startAppUpdates()
  }, [isMember])
  if (!isOnline) {
    return (
      <div className="app-strip tone-warn" role="status">
        <IconCloudOff aria-hidden="true" />
        {t({ id: 'app.offline', message: 'You’re offline. Pages you’ve opened still work; nothing can be sent.' })}
      </div>
    )
  }
  if (!waiting) return null
  return (
    <div className="app-strip tone-brand" role="status">
      <IconRefresh aria-hidden="true" />
      {isTyped
        ? t({ id: 'app.update.later', message: 'A new version is ready. It loads with the next page you open.' })
        : t({ id: 'app.update.ready', message: 'A new version is ready.' })}
      {!isTyped && (
        <Button size="small" onClick={applyUpdate}>
          {t({ id: 'app.update.apply', message: 'Update now' })}
        </Button>
      )}
    </div>
  )
}
