import { t } from '@lingui/core/macro'
import { IconX } from '@tabler/icons-react'
import { useId, useLayoutEffect, useRef, type FormEvent, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { classes } from '#ui/classes.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { confirm } from './confirm.ts'

interface DialogProps {
  open: boolean
  /**
   * Called for Escape, the cross and a tap beside the dialog; the owner sets `open` to false. Escape and the tap, which
   * may be a slip, ask first where a long text was typed.
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
  const shown = useModal(dialog, open)
  const leave = async () => {
    if (!shown.hasDraft() || (await confirm(discarding()))) onClose()
  }
  // Who selects a field's text may let go beside the dialog: the browser calls that a click on it as well.
  const beganOutside = useRef(false)
  const closeOutside = (event: MouseEvent) => {
    if (!firm && beganOutside.current && event.target === dialog.current) void leave()
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
      onInput={shown.onInput}
      onCancel={(event) => {
        event.preventDefault()
        void leave()
      }}
      onClose={() => {
        if (shown.isOver()) return
        // Some browsers close it for a second Escape without asking.
        if (shown.hasDraft()) dialog.current?.showModal()
        void leave()
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

/** Shows the dialog while it is open, closes it also where it is taken away, and knows what was typed meanwhile. */
const useModal = (dialog: RefObject<HTMLDialogElement | null>, open: boolean) => {
  const state = useRef({ isTyped: false, isOver: true })
  useLayoutEffect(() => {
    const [own, mine] = [dialog.current, state.current]
    if (!open || !own) return undefined
    const opener = document.activeElement
    Object.assign(mine, { isTyped: false, isOver: false })
    if (!own.open) own.showModal()
    return () => {
      mine.isOver = true
      if (!own.open) return
      own.close()
      swallowSecondTap()
      // The browser forgets it of a dialog that is about to go.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [dialog, open])
  return {
    isOver: (): boolean => state.current.isOver || dialog.current?.open === true,
    onInput: ({ target }: FormEvent) => {
      if (target instanceof HTMLTextAreaElement) state.current.isTyped = true
    },
    /** Whether somebody has typed into a text area, and something of it is left. */
    hasDraft: (): boolean =>
      state.current.isTyped &&
      [...(dialog.current?.querySelectorAll('textarea') ?? [])].some((field) => field.value !== ''),
  }
}

const discarding = () => ({
  title: t({ id: 'ui.discard', message: 'Discard your text?' }),
  confirmLabel: t({ id: 'ui.discard.yes', message: 'Discard' }),
  cancelLabel: t({ id: 'ui.discard.no', message: 'Keep editing' }),
  danger: true,
})

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
