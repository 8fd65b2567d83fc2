import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { ToastRegion } from '#ui/overlay/ToastRegion.tsx'
import { StepUpHost } from './StepUpHost.tsx'

/** What can appear over any page; it comes behind the first page, which is drawn without it. */
export function Overlays() {
  return (
    <>
      <ConfirmHost />
      <StepUpHost />
      <ToastRegion />
    </>
  )
}
