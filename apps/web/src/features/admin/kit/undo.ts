import { t } from '@lingui/core/macro'
import { toastSuccess } from '#ui/overlay/toast.ts'

/**
 * Tells what was done with a button that takes it back for some seconds. `run` calls the endpoint that does the
 * opposite, which has its own checks and its own entry in the audit log. It runs once, however often it is pressed.
 */
export const offerUndo = (text: string | undefined, run: (() => Promise<unknown>) | undefined): void => {
  if (text === undefined || run === undefined) return
  let isDone = false
  const undo = () => {
    if (isDone) return
    isDone = true
    // Where it fails the call itself tells why.
    run().catch(() => undefined)
  }
  toastSuccess(text, { label: t({ id: 'admin.undo', message: 'Undo' }), run: undo })
}
