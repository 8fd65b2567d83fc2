import { plural, t } from '@lingui/core/macro'
import { adminSuspect as contract } from '@runnel/contract/admin/suspect'
import * as z from 'zod/mini'
import { useContractForm } from '#base/contract-form.ts'
import { Button } from '#ui/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { EndFields } from './EndFields.tsx'
import { endIsAhead, endShape, endWrong, untilOf, type End } from './restriction-end.ts'

export interface BanWish {
  reason: string
  /** Undefined: for good. */
  until: string | undefined
}

/** What becomes of a ban: `onSuccess` closes the dialog, `onError` puts the server's words beside the fields. */
export interface BanOutcome {
  onSuccess: () => void
  onError: (error: unknown) => void
}

interface BanDialogProps {
  /** The names of those concerned; null while the dialog is closed. */
  names: readonly string[] | null
  busy: boolean
  onClose: () => void
  /** Sends it, such as `(wish, outcome) => ban.mutate({ id, ...wish }, outcome)`. */
  onBan: (wish: BanWish, outcome: BanOutcome) => void
}

const schema = z.object({ reason: contract.measureSuspects.body.shape.reason, ...endShape }).check(endIsAhead)

/** Locks accounts until a moment or for good; whoever is locked reads the reason. */
export const BanDialog = ({ names, busy, onClose, onBan }: BanDialogProps) => {
  const form = useContractForm({
    schema,
    initialValues: { reason: '', length: '30', day: '' },
    sentences: () => ({
      reason: t({ id: 'admin.reason.wrong', message: 'Enter a reason of 3 to 300 characters. The user will see it.' }),
      length: endWrong(),
      day: endWrong(),
    }),
  })
  const leave = () => {
    onClose()
    form.reset()
  }
  const send = ({ reason, ...end }: End & { reason: string }) =>
    onBan({ reason: reason.trim(), until: untilOf(end) }, { onSuccess: leave, onError: form.refused })
  return (
    <Dialog
      open={names !== null}
      onClose={leave}
      title={names && titleOf(names)}
      actions={
        <>
          <Button onClick={leave}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
          <Button type="submit" form={form.id} variant="danger" busy={busy}>
            {t({ id: 'admin.ban.yes', message: 'Lock' })}
          </Button>
        </>
      }
    >
      <form id={form.id} className="form" noValidate onSubmit={form.onSubmit(send)}>
        <p>
          {t({
            id: 'admin.ban.text',
            message: 'Locked users can’t claim or withdraw. They see the reason and can appeal.',
          })}
        </p>
        <TextInput
          label={t({ id: 'admin.reason', message: 'Reason' })}
          hint={t({ id: 'admin.reason.hint', message: 'The user will see this.' })}
          maxLength={300}
          autoComplete="off"
          ref={focusFirst}
          {...form.getInputProps('reason')}
        />
        <Suggestions onChoose={(reason) => form.setFieldValue('reason', reason)} />
        <EndFields form={form} />
      </form>
    </Dialog>
  )
}

/** The browser itself moves the focus here when the dialog opens. */
const focusFirst = (element: HTMLElement | null): void => {
  element?.setAttribute('autofocus', '')
}

const titleOf = (names: readonly string[]): string => {
  const [name = ''] = names
  if (names.length === 1) return t({ id: 'admin.ban.one', message: `Lock ${name}` })
  return t({ id: 'admin.ban.many', message: plural(names.length, { one: 'Lock # account', other: 'Lock # accounts' }) })
}

const Suggestions = ({ onChoose }: { onChoose: (reason: string) => void }) => {
  const reasons = [
    t({ id: 'admin.ban.several', message: 'Multiple accounts belong to the same person.' }),
    t({ id: 'admin.ban.robot', message: 'Claims were made by an automated program.' }),
    t({ id: 'admin.ban.payout', message: 'Your withdrawal address is used by other accounts.' }),
  ]
  return (
    <div className="flex flex-wrap gap-2">
      {reasons.map((reason) => (
        <Button key={reason} size="small" className="text-start" onClick={() => onChoose(reason)}>
          {reason}
        </Button>
      ))}
    </div>
  )
}
