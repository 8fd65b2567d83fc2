import { t } from '@lingui/core/macro'
import { IconX } from '@tabler/icons-react'
import { useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { IconButton } from '#ui/IconButton.tsx'

interface DialogProps {
  open: boolean
  /**
   * Called for Escape, the cross and a tap beside the dialog; the owner sets `open` to false. If a text area has text,
   * Escape and the tap, which may be a mistake, only move the focus to the cross.
   */
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
  /** The text area that was typed into last. */
  const draft = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const own = dialog.current
    if (!open || !own) return undefined
    const opener = document.activeElement
    draft.current = null
    own.showModal()
    return () => {
      own.close()
      swallowSecondTap()
      // The browser forgets it of a dialog that is about to go.
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [open])
  const hasDraft = () => Boolean(draft.current?.isConnected && draft.current.value)
  const leave = () => {
    if (hasDraft()) dialog.current?.querySelector('button')?.focus()
    else onClose()
  }
  // Who selects a field's text may let go beside the dialog: the browser calls that a click on it as well.
  const beganOutside = useRef(false)
  const closeOutside = (event: MouseEvent) => {
    if (!firm && beganOutside.current && event.target === dialog.current) leave()
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
      onInput={({ target }) => {
        if (target instanceof HTMLTextAreaElement) draft.current = target
      }}
      onCancel={(event) => {
        event.preventDefault()
        leave()
      }}
      onClose={() => {
        if (!open || dialog.current?.open) return
        // Some browsers close it for a second Escape without asking.
        if (hasDraft()) dialog.current?.showModal()
        leave()
      }}
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

let closedAt = 0

/**
 * The second tap on a button that closed the dialog lands on whatever lies below it, which nobody meant to press. No
 * timer takes the listener away again, as a timer could outlive the document: the first click that comes later does.
 */
const swallowSecondTap = (): void => {
  closedAt = performance.now()
  document.addEventListener('click', swallow, true)
}

const swallow = (event: Event): void => {
  if (event.timeStamp > closedAt + DOUBLE_TAP_MS) return document.removeEventListener('click', swallow, true)
  if (!(event instanceof UIEvent) || event.detail < 2) return
  event.preventDefault()
  event.stopPropagation()
}
