import { t } from '@lingui/core/macro'
import { IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { IconButton } from '#ui/IconButton.tsx'

interface DialogProps {
  open: boolean
  /** Called for Escape, the cross and a tap beside the dialog; the owner sets `open` to false. */
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  /** Buttons at the lower edge, the main one last. */
  actions?: ReactNode
  wide?: boolean
  /** For a question that must be answered by a button: no tap beside it closes it. */
  firm?: boolean
}

/** The browser's own modal dialog: it traps focus, makes the rest inert and gives focus back. */
export const Dialog = ({ open, onClose, title, children, actions, wide = false, firm = false }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal()
    if (open || !dialog.current?.open) return
    dialog.current.close()
    swallowSecondTap()
  }, [open])
  // Who selects a field's text may let go beside the dialog: the browser calls that a click on it as well.
  const beganOutside = useRef(false)
  const closeOutside = (event: MouseEvent) => {
    if (!firm && beganOutside.current && event.target === dialog.current) onClose()
  }
  return (
    <dialog
      ref={dialog}
      className={classes('dialog', wide && 'dialog-wide')}
      aria-labelledby={titleId}
      onPointerDown={(event) => {
        beganOutside.current = event.target === dialog.current
      }}
      onClick={closeOutside}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={() => open && onClose()}
    >
      {open && (
        <div>
          <div className="dialog-head">
            <h2 id={titleId}>{title}</h2>
            <IconButton
              label={t({ id: 'ui.close', message: 'Close' })}
              icon={<IconX aria-hidden="true" />}
              onClick={onClose}
            />
          </div>
          <div className="dialog-body">{children}</div>
          {actions && <div className="dialog-foot">{actions}</div>}
        </div>
      )}
    </dialog>
  )
}

/** No double tap takes longer. */
const DOUBLE_TAP_MS = 600

/** The second tap on a button that closed the dialog lands on whatever lies below it, which nobody meant to press. */
const swallowSecondTap = (): void => {
  const swallow = (event: Event) => {
    if (!(event instanceof UIEvent) || event.detail < 2) return
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('click', swallow, { capture: true })
  setTimeout(() => document.removeEventListener('click', swallow, { capture: true }), DOUBLE_TAP_MS)
}
