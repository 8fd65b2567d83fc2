import { t } from '@lingui/core/macro'
import { Button } from '#ui/Button.tsx'
import { useQuestion } from './confirm.ts'
import { Dialog } from './Dialog.tsx'

/** Stands once in the app and shows what `confirm()` asks. */
export const ConfirmHost = () => {
  const question = useQuestion((state) => state.question)
  const close = () => question?.answer(false)
  const cancelLabel = question?.cancelLabel ?? t({ id: 'ui.cancel', message: 'Cancel' })
  return (
    <Dialog
      open={question !== null}
      onClose={close}
      title={question?.title}
      firm
      actions={
        <>
          <Button onClick={close}>{cancelLabel}</Button>
          <Button variant={question?.danger ? 'danger' : 'primary'} onClick={() => question?.answer(true)}>
            {question?.confirmLabel}
          </Button>
        </>
      }
    >
      {question?.text}
    </Dialog>
  )
}
