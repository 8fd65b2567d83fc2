import { t } from '@lingui/core/macro'
import { adminUserActs as contract } from '@runnel/contract/admin/user-acts'
import * as z from 'zod/mini'
import { useContractForm } from '#base/contract-form.ts'
import { Button } from '#ui/Button.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import type { UserActs } from './user-actions.ts'

const lengths = ['15', '60', '360', '1440', '4320', '10080'] as const
const schema = z.object({ minutes: z.enum(lengths), reason: contract.cooldownUser.body.shape.reason })

interface CooldownDialogProps {
  username: string
  open: boolean
  cooldown: UserActs['cooldown']
  onClose: () => void
}

/** Sends somebody to a cooldown; afterwards all is as before. */
export const CooldownDialog = ({ username, open, cooldown, onClose }: CooldownDialogProps) => {
  const form = useContractForm({
    schema,
    initialValues: { minutes: '60', reason: '' },
    sentences: () => ({
      minutes: t({ id: 'admin.cooldown.wrong', message: 'Select a duration.' }),
      reason: t({ id: 'admin.reason.wrong', message: 'Enter a reason of 3 to 300 characters. The user will see it.' }),
    }),
  })
  const leave = () => {
    onClose()
    form.reset()
  }
  const send = ({ minutes, reason }: { minutes: string; reason: string }) =>
    cooldown.mutate({ minutes: Number(minutes), reason: reason.trim() }, { onSuccess: leave, onError: form.refused })
  return (
    <Dialog
      open={open}
      onClose={leave}
      title={t({ id: 'admin.cooldown.title', message: `Set cooldown for ${username}` })}
      actions={
        <>
          <Button onClick={leave}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
          <Button type="submit" form={form.id} variant="primary" busy={cooldown.isPending}>
            {t({ id: 'admin.cooldown.yes', message: 'Set cooldown' })}
          </Button>
        </>
      }
    >
      <form id={form.id} className="form" noValidate onSubmit={form.onSubmit(send)}>
        <p>{t({ id: 'admin.measure.cooldown.hint', message: 'The user can’t earn until it ends.' })}</p>
        <Select
          label={t({ id: 'admin.end.label', message: 'Duration' })}
          filterable={false}
          options={lengths.map((value) => ({ value, label: lengthName(value) }))}
          value={form.values.minutes}
          onChange={(minutes) => form.setFieldValue('minutes', minutes)}
        />
        <TextInput
          label={t({ id: 'admin.reason', message: 'Reason' })}
          hint={t({ id: 'admin.reason.hint', message: 'The user will see this.' })}
          maxLength={300}
          autoComplete="off"
          {...form.getInputProps('reason')}
        />
      </form>
    </Dialog>
  )
}

const lengthName = (length: (typeof lengths)[number]): string => {
  switch (length) {
    case '15':
      return t({ id: 'admin.cooldown.quarter', message: '15 minutes' })
    case '60':
      return t({ id: 'admin.cooldown.hour', message: '1 hour' })
    case '360':
      return t({ id: 'admin.cooldown.sixHours', message: '6 hours' })
    case '1440':
      return t({ id: 'admin.cooldown.day', message: '1 day' })
    case '4320':
      return t({ id: 'admin.cooldown.threeDays', message: '3 days' })
    case '10080':
      return t({ id: 'admin.cooldown.week', message: '1 week' })
  }
}
