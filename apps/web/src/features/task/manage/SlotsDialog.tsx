import { t } from '@lingui/core/macro'
import { TaskSlots, type OwnTask } from '@runnel/contract/task/schemas'
import * as z from 'zod/mini'
import { newIdempotencyKey } from '#api/attempt.ts'
import { useAttempt } from '#api/use-attempt.ts'
import { useContractForm } from '#base/contract-form.ts'
import { DepositPrice } from '#base/DepositPrice.tsx'
import { numberField } from '#base/number-field.ts'
import { invalidateTasks, applyDepositBalance, task as tasks, type AddCall } from '#features/task/calls.ts'
import { Amount } from '#ui/Amount.tsx'
import { unitsFromText } from '#ui/form/amount-text.ts'
import { TextInput } from '#ui/form/TextInput.tsx'
import { FormDialog } from '#ui/overlay/FormDialog.tsx'
import { toastError } from '#ui/overlay/toast.ts'
import { RetryNotice } from '#ui/state/RetryNotice.tsx'
import { applyTask } from './own-tasks.ts'
import { shortText } from './TaskPrice.tsx'

interface SlotsDialogProps {
  task: OwnTask
  depositBalance: number
  open: boolean
  onClose: () => void
}

const schema = z.object({ places: numberField(TaskSlots) })

/** More places at the task's own reward and fee. */
export const SlotsDialog = ({ task, depositBalance, open, onClose }: SlotsDialogProps) => {
  const { _id: id, reward, fee, title } = task
  const form = useContractForm({
    schema,
    initialValues: { places: '10' },
    sentences: () => ({ places: t({ id: 'task.form.places.wrong', message: 'Enter 1 to 100,000 slots.' }) }),
  })
  const adding = useAttempt({
    send: (call: AddCall) => tasks.calls.addBalance(call),
    onDone: ({ task: changed, depositBalance: left }) => {
      applyTask(changed)
      applyDepositBalance(left)
      void invalidateTasks('categories')
      form.reset()
      onClose()
    },
    onRefused: form.refused,
    isShown: open,
  })
  const leave = () => {
    if (!adding.isUnsent && !adding.isSending) form.reset()
    adding.reset()
    onClose()
  }
  const places = unitsFromText(form.values.places)
  const amount = places === null ? null : places * (reward + fee)
  const send = () => {
    if (amount === null) return
    if (amount > depositBalance) toastError(shortText())
    else adding.send({ params: { id }, body: { amount }, idempotencyKey: newIdempotencyKey() })
  }
  return (
    <FormDialog
      id={form.id}
      open={open}
      onClose={leave}
      title={t({ id: 'task.addPlaces.title', message: `Add slots to ${title}` })}
      submitLabel={t({ id: 'task.addViews.send', message: 'Add and pay' })}
      busy={adding.isSending}
      disabled={adding.isUnsent}
      onSubmit={form.onSubmit(send)}
    >
      <TextInput
        label={t({ id: 'task.form.places', message: 'Slots' })}
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('places')}
      />
      <DepositPrice
        parts={[
          {
            key: 'one',
            label: t({ id: 'task.price.one', message: 'Price per slot, fee included' }),
            value: <Amount units={reward + fee} />,
          },
        ]}
        total={amount}
        depositBalance={depositBalance}
      />
      {adding.isUnsent && <RetryNotice onAgain={adding.sendAgain} />}
    </FormDialog>
  )
}
