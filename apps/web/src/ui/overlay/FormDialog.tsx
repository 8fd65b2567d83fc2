import { t } from '@lingui/core/macro'
import { useId, type ComponentProps, type ReactNode, type SyntheticEvent } from 'react'
import { Button } from '#ui/Button.tsx'
import { classes } from '#ui/classes.ts'
import { Dialog } from './Dialog.tsx'

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, 'actions'> {
  /** The form's own id, where something else has to find its fields, as `useContractForm` does. */
  id?: string
  /** Beside `form`, such as for two columns. */
  className?: string
  /** Puts the focus on the first field when it opens; without it the cross has it. */
  focusFirst?: boolean
  /** Without one nothing can be sent, and the other button is all there is. */
  submitLabel: ReactNode
  cancelLabel?: string
  busy?: boolean
  disabled?: boolean
  danger?: boolean
  /** The page stays where it is; not called while it is busy or disabled. */
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void
}

/** Fields in a dialog: one button leaves them, the other or Enter sends them. */
export const FormDialog = (props: FormDialogProps) => {
  const { id, className, focusFirst, submitLabel, cancelLabel, busy, disabled, danger, onSubmit, ...frame } = props
  const ownId = useId()
  const formId = id ?? ownId
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (submitLabel && !busy && !disabled) onSubmit(event)
  }
  const send = submitLabel && (
    <Button type="submit" form={formId} variant={danger ? 'danger' : 'primary'} {...{ busy, disabled }}>
      {submitLabel}
    </Button>
  )
  return (
    <Dialog
      {...frame}
      actions={
        <>
          <Button onClick={frame.onClose}>{cancelLabel ?? t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
          {send}
        </>
      }
    >
      <form
        id={formId}
        className={classes('form', className)}
        noValidate
        onSubmit={submit}
        ref={focusFirst ? markFirst : undefined}
      >
        {frame.children}
      </form>
    </Dialog>
  )
}

/** The browser itself moves the focus here when it opens the dialog. */
const markFirst = (form: HTMLFormElement | null): void =>
  form?.querySelector('input, select, textarea')?.setAttribute('autofocus', '')
