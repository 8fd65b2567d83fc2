import { t } from '@lingui/core/macro'
import { adminUserActs as contract } from '@runnel/contract/admin/user-acts'
import * as z from 'zod/mini'
import { useContractForm } from '#base/contract-form.ts'
import { ReasonField, reasonWrong } from '#base/ReasonDialog.tsx'
import { Select } from '#ui/form/Select.tsx'
import { FormDialog } from '#ui/overlay/FormDialog.tsx'
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
      reason: reasonWrong(),
    }),
  })
  const leave = form.resetAfter(onClose)
  const send = ({ minutes, reason }: { minutes: string; reason: string }) =>
    cooldown.mutate({ minutes: Number(minutes), reason: reason.trim() }, { onSuccess: leave, onError: form.refused })
  return (
    <FormDialog
      id={form.id}
      open={open}
      onClose={leave}
      title={t({ id: 'admin.cooldown.title', message: `Set cooldown for ${username}` })}
      submitLabel={t({ id: 'admin.cooldown.yes', message: 'Set cooldown' })}
      busy={cooldown.isPending}
      focusFirst
      onSubmit={form.onSubmit(send)}
    >
      <p>{t({ id: 'admin.user.cooldown.hint', message: 'The user can’t earn until it ends.' })}</p>
      <Select
        label={t({ id: 'admin.user.label', message: 'Duration' })}
        filterable={false}
        options={lengths.map((value) => ({ value, label: lengthName(value) }))}
        value={form.values.minutes}
        onChange={(minutes) => form.setFieldValue('minutes', minutes)}
      />
      <ReasonField field={form.getInputProps('reason')} />
    </FormDialog>
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
