import { plural, t } from '@lingui/core/macro'
import { task as contract } from '@runnel/contract/task'
import { useContractForm } from '#app/contract-form.ts'
import { unitsInWords } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TaskTitles } from './TaskTitles.tsx'
import type { OpenTaskDecision, TaskDeciding } from './use-task-deciding.ts'

/** Why a task is paused or rejected, or a change refused; the owner of the task reads it. */
export function TaskReasonDialog({ deciding: { open, isBusy, close, sendReason } }: { deciding: TaskDeciding }) {
  const form = useContractForm({
    schema: contract.denyUpdate.body,
    initialValues: { reason: '' },
    sentences: () => ({
      reason: t({ id: 'admin.task.reason.wrong', message: 'Say why in 5 to 1,000 letters; the user reads it.' }),
    }),
  })
  const leave = () => {
    close()
    form.reset()
  }
  return (
    <Dialog
      open={open !== null}
      onClose={leave}
      title={open && titleOf(open)}
      actions={
        <>
          <Button onClick={leave}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
          <Button type="submit" form={form.id} variant="danger" busy={isBusy}>
            {open && buttonOf(open)}
          </Button>
        </>
      }
    >
      <form
        id={form.id}
        className="form"
        noValidate
        onSubmit={form.onSubmit(({ reason }) =>
          sendReason(reason.trim(), { onSuccess: form.reset, onError: form.refused }),
        )}
      >
        {open && <p>{textOf(open)}</p>}
        {open && open.others.length > 0 && <TaskTitles tasks={[open.task, ...open.others]} />}
        <TextArea
          label={t({ id: 'admin.reason', message: 'Reason' })}
          hint={t({ id: 'admin.reason.hint', message: 'The user reads it.' })}
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
      </form>
    </Dialog>
  )
}

/** The browser itself moves the focus here when the dialog opens. */
function focusFirst(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '')
}

function titleOf({ kind, others }: OpenTaskDecision): string {
  if (others.length > 0) {
    const count = others.length + 1
    return t({
      id: 'admin.task.rejectMany',
      message: plural(count, { one: 'Reject this task?', other: 'Reject # tasks?' }),
    })
  }
  switch (kind) {
    case 'pause':
      return t({ id: 'admin.task.pause.title', message: 'Pause this task' })
    case 'reject':
      return t({ id: 'admin.task.reject.title', message: 'Reject this task' })
    case 'denyUpdate':
      return t({ id: 'admin.task.denyUpdate.title', message: 'Refuse this change' })
  }
}

function textOf({ kind, task: { title, escrow }, others }: OpenTaskDecision): string {
  if (others.length > 0) {
    const back = unitsInWords(others.reduce((sum, other) => sum + other.escrow, escrow))
    return t({ id: 'admin.task.rejectMany.text', message: `All that was set aside goes back to the owners: ${back}.` })
  }
  const left = unitsInWords(escrow)
  switch (kind) {
    case 'pause':
      return t({ id: 'admin.task.pause.text', message: `${title}: only a moderator lets it run again.` })
    case 'reject':
      return t({
        id: 'admin.task.reject.text',
        message: `${title}: of the ${left} that are set aside, what open submissions do not need goes back.`,
      })
    case 'denyUpdate':
      return t({ id: 'admin.task.denyUpdate.text', message: `${title}: the task stays as workers know it.` })
  }
}

function buttonOf({ kind }: OpenTaskDecision): string {
  switch (kind) {
    case 'pause':
      return t({ id: 'admin.ptc.pause.yes', message: 'Pause it' })
    case 'reject':
      return t({ id: 'admin.reject.yes', message: 'Reject and give back' })
    case 'denyUpdate':
      return t({ id: 'admin.task.denyUpdate', message: 'Refuse the change' })
  }
}

function suggestions(): string[] {
  return [
    t({ id: 'admin.task.reason.unclear', message: 'It does not say clearly what is to be done.' }),
    t({ id: 'admin.task.reason.private', message: 'It asks for what nobody should give away.' }),
    t({ id: 'admin.task.reason.rules', message: 'What it asks for is not allowed here.' }),
  ]
}
