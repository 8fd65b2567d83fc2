import { t } from '@lingui/core/macro'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { dismissToast, useToasts, type Toast, type ToastAction } from './toast.ts'

const shortMs = 5_000
const longMs = 10_000

/** Stands once in the app. A popover, so that a message is seen over an open dialog too. */
export const ToastRegion = () => {
  const toasts = useToasts((state) => state.toasts)
  const region = useRef<HTMLElement>(null)
  const [held, setHeld] = useState(false)
  const newest = toasts.at(-1)?.id
  useEffect(() => {
    // Showing it anew lifts it over whatever opened since.
    if (region.current?.matches(':popover-open')) region.current.hidePopover()
    if (newest !== undefined) region.current?.showPopover?.()
  }, [newest])
  return (
    <section
      ref={region}
      popover="manual"
      className="toasts"
      aria-label={t({ id: 'ui.toast.region', message: 'Notifications' })}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} held={held} />
      ))}
    </section>
  )
}

/** Goes by itself unless the visitor points at it or is inside it. */
const ToastCard = ({ toast, held }: { toast: Toast; held: boolean }) => {
  const failed = toast.kind === 'error'
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissToast(toast.id), failed || toast.action ? longMs : shortMs)
    return () => clearTimeout(timer)
  }, [held, failed, toast.id, toast.action])
  return (
    <div className={`toast tone-${failed ? 'bad' : 'good'}`} role={failed ? 'alert' : 'status'}>
      <span className="drop drop-small">
        {failed ? <IconAlertTriangle aria-hidden="true" /> : <IconCheck aria-hidden="true" />}
      </span>
      <div>
        <p className="toast-title">
          {failed ? t({ id: 'ui.toast.error', message: 'Error' }) : t({ id: 'ui.toast.success', message: 'Success' })}
        </p>
        <p className="toast-text">{toast.text}</p>
        {toast.action && <ToastButton id={toast.id} action={toast.action} />}
      </div>
      <IconButton
        label={t({ id: 'ui.dismiss', message: 'Dismiss' })}
        icon={<IconX aria-hidden="true" />}
        onClick={() => dismissToast(toast.id)}
      />
    </div>
  )
}

const ToastButton = ({ id, action }: { id: number; action: ToastAction }) => {
  const run = () => {
    dismissToast(id)
    action.run()
  }
  return (
    <Button size="small" className="mt-2" onClick={run}>
      {action.label}
    </Button>
  )
}
