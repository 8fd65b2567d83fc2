import { plural, t } from '@lingui/core/macro'
import { adminSuspect as contract } from '@runnel/contract/admin/suspect'
import * as z from 'zod/mini'
import { useContractForm } from '#base/contract-form.ts'
import { ReasonField, reasonWrong, type Outcome } from '#base/ReasonDialog.tsx'
import { FormDialog } from '#ui/overlay/FormDialog.tsx'
import { EndFields } from './EndFields.tsx'
import { endIsAhead, endShape, endWrong, untilOf, type End } from './restriction-end.ts'

export interface BanWish {
  reason: string
  /** Undefined: for good. */
  until: string | undefined
}

interface BanDialogProps {
  /** The names of those concerned; null while the dialog is closed. */
  names: readonly string[] | null
  busy: boolean
  onClose: () => void
  /** Called instead of `onClose` once they are locked. */
  onDone?: () => void
  /** Sends it, such as `(wish, outcome) => ban.mutate({ id, ...wish }, outcome)`. */
  onBan: (wish: BanWish, outcome: Outcome) => void
}

const schema = z.object({ reason: contract.measureSuspects.body.shape.reason, ...endShape }).check(endIsAhead)

/** Locks accounts until a moment or for good; whoever is locked reads the reason. */
export const BanDialog = ({ names, busy, onClose, onDone = onClose, onBan }: BanDialogProps) => {
  const form = useContractForm({
    schema,
    initialValues: { reason: '', length: '30', day: '' },
    sentences: () => ({
      reason: reasonWrong(),
      length: endWrong(),
      day: endWrong(),
    }),
  })
  const send = ({ reason, ...end }: End & { reason: string }) =>
    onBan({ reason: reason.trim(), until: untilOf(end) }, { onSuccess: form.resetAfter(onDone), onError: form.refused })
  return (
    <FormDialog
      id={form.id}
      open={names !== null}
      onClose={form.resetAfter(onClose)}
      title={names && titleOf(names)}
      submitLabel={t({ id: 'admin.ban.yes', message: 'Lock' })}
      danger
      busy={busy}
      focusFirst
      onSubmit={form.onSubmit(send)}
    >
      <p>
        {t({
          id: 'admin.ban.text',
          message: 'Locked users can’t claim or withdraw. They see the reason and can appeal.',
        })}
      </p>
      <ReasonField field={form.getInputProps('reason')} suggestions={suggestions()} />
      <EndFields form={form} />
    </FormDialog>
  )
}

const titleOf = (names: readonly string[]): string => {
  const [name = ''] = names
  if (names.length === 1) return t({ id: 'admin.ban.one', message: `Lock ${name}` })
  return t({ id: 'admin.ban.many', message: plural(names.length, { one: 'Lock # account', other: 'Lock # accounts' }) })
}

const suggestions = (): string[] => [
  t({ id: 'admin.ban.several', message: 'Multiple accounts belong to the same person.' }),
  t({ id: 'admin.ban.robot', message: 'Claims were made by an automated program.' }),
  t({ id: 'admin.ban.payout', message: 'Your withdrawal address is used by other accounts.' }),
]
