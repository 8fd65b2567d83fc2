import { plural, t } from '@lingui/core/macro'
import { adminSuspect as contract } from '@runnel/contract/admin/suspect'
import * as z from 'zod/mini'
import { useContractForm } from '#base/contract-form.ts'
import { Button } from '#ui/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import type { SuspectActions } from './use-suspect-dialogs.ts'

const schema = z.object({ note: contract.releaseSuspects.body.shape.note })

/** Clears accounts for good: what was withheld is paid, and the same signs do not count again. */
export const ReleaseDialog = ({ acting: { open, acts, close, done } }: { acting: SuspectActions }) => {
  const accounts = open?.kind === 'release' ? open.accounts : null
  const [first] = accounts ?? []
  const form = useContractForm({
    schema,
    initialValues: { note: '' },
    sentences: () => ({ note: t({ id: 'admin.release.note.wrong', message: 'Use at most 300 characters.' }) }),
  })
  const leave = (how: () => void) => () => {
    how()
    form.reset()
  }
  const name = first?.username ?? ''
  const send = ({ note }: { note: string }) => {
    const users = (accounts ?? []).map(({ _id }) => _id)
    acts.release.mutate({ users, note: note.trim() }, { onSuccess: leave(done), onError: form.refused })
  }
  return (
    <Dialog
      open={accounts !== null}
      onClose={leave(close)}
      title={
        accounts?.length === 1
          ? t({ id: 'admin.release.one', message: `Release ${name}` })
          : t({
              id: 'admin.release.many',
              message: plural(accounts?.length ?? 0, { one: 'Release # account', other: 'Release # accounts' }),
            })
      }
      actions={
        <>
          <Button onClick={leave(close)}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
          <Button type="submit" form={form.id} variant="primary" busy={acts.release.isPending}>
            {t({ id: 'admin.release.yes', message: 'Release' })}
          </Button>
        </>
      }
    >
      <form id={form.id} className="form" noValidate onSubmit={form.onSubmit(send)}>
        <p>
          {t({
            id: 'admin.release.text',
            message:
              'Lifts all locks and restrictions, pays withheld rewards and permanently dismisses today’s risk signals.',
          })}
        </p>
        <TextInput
          label={t({ id: 'admin.release.note', message: 'Note' })}
          hint={t({ id: 'admin.release.note.hint', message: 'For the audit log. The user can’t see it.' })}
          optional
          maxLength={300}
          autoComplete="off"
          {...form.getInputProps('note')}
        />
      </form>
    </Dialog>
  )
}
