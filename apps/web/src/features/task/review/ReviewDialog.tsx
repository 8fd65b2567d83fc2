import { plural, t } from '@lingui/core/macro'
import { task as contract } from '@runnel/contract/task/task'
import { useState } from 'react'
import { useContractForm } from '#base/contract-form.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Chip } from '#ui/form/Chip.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'

export interface OpenVerdict {
  verdict: 'deny' | 'revision'
  ids: readonly string[]
}

interface ReviewDialogProps {
  /** Null while none is being given. */
  open: OpenVerdict | null
  isBusy: boolean
  onClose: () => void
  onSend: (answer: { reason: string; ban: boolean }) => void
}

/** Words that go with a no: the worker reads them, and a moderator if it is disputed. */
export const ReviewDialog = ({ open, isBusy, onClose, onSend }: ReviewDialogProps) => {
  const [ban, setBan] = useState(false)
  const form = useContractForm({
    schema: contract.askRevision.body,
    rest: { submissionIds: open?.ids },
    initialValues: { reason: '' },
    sentences: () => ({
      reason: t({
        id: 'task.reason.wrong',
        message: 'Enter a reason of 5 to 1,000 characters. The worker will see it.',
      }),
    }),
  })
  const leave = () => {
    form.reset()
    setBan(false)
    onClose()
  }
  const isDeny = open?.verdict === 'deny'
  return (
    <Dialog
      open={open !== null}
      onClose={leave}
      title={open && titleOf(open)}
      actions={
        <>
          <Button onClick={leave}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
          <Button type="submit" form={form.id} variant={isDeny ? 'danger' : 'primary'} busy={isBusy}>
            {isDeny ? t({ id: 'task.deny', message: 'Deny' }) : t({ id: 'task.revise', message: 'Request revision' })}
          </Button>
        </>
      }
    >
      <form
        id={form.id}
        className="form"
        noValidate
        onSubmit={form.onSubmit(({ reason }) => {
          onSend({ reason: reason.trim(), ban: isDeny && ban })
          leave()
        })}
      >
        <p>{isDeny ? denyText() : reviseText()}</p>
        <TextArea
          label={t({ id: 'admin.reason', message: 'Reason' })}
          hint={t({ id: 'task.reason.hint', message: 'The worker will see this.' })}
          maxLength={1_000}
          ref={focusFirst}
          {...form.getInputProps('reason')}
        />
        <div className="flex flex-wrap gap-2">
          {suggestions().map((reason) => (
            <Chip key={reason} onClick={() => form.setFieldValue('reason', reason)}>
              {reason}
            </Chip>
          ))}
        </div>
        {isDeny && (
          <Checkbox
            label={t({ id: 'task.ban', message: 'Block this worker from my tasks' })}
            hint={t({ id: 'task.ban.hint', message: 'They no longer see your tasks. Existing submissions stay.' })}
            checked={ban}
            onChecked={setBan}
          />
        )}
      </form>
    </Dialog>
  )
}

/** The browser itself moves the focus here when the dialog opens. */
const focusFirst = (element: HTMLElement | null): void => {
  element?.setAttribute('autofocus', '')
}

const titleOf = ({ verdict, ids }: OpenVerdict): string => {
  const count = ids.length
  if (verdict === 'deny') {
    return t({
      id: 'task.deny.title',
      message: plural(count, { one: 'Deny # submission?', other: 'Deny # submissions?' }),
    })
  }
  return t({
    id: 'task.revise.title',
    message: plural(count, { one: 'Request revision', other: 'Request revision from # workers' }),
  })
}

const denyText = (): string =>
  t({
    id: 'task.deny.text',
    message: 'The worker isn’t paid and can open a dispute. Lost disputes are shown on your tasks.',
  })

const reviseText = (): string =>
  t({
    id: 'task.revise.text',
    message: 'The worker gets one more chance with a deadline. You can request one revision per submission.',
  })

const suggestions = (): string[] => [
  t({ id: 'task.reason.unreadable', message: 'The image isn’t readable.' }),
  t({ id: 'task.reason.missing', message: 'A required proof is missing.' }),
  t({ id: 'task.reason.notDone', message: 'The proof doesn’t show the task was completed.' }),
]
