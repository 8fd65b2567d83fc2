import { plural, t } from '@lingui/core/macro'
import { adminSuspect as contract } from '@runnel/contract/admin/suspect'
import { ReasonDialog } from '#base/ReasonDialog.tsx'
import type { SuspectActions } from './use-suspect-dialogs.ts'

/** Clears accounts for good: what was withheld is paid, and the same signs do not count again. */
export const ReleaseDialog = ({ acting: { open, acts, close, done } }: { acting: SuspectActions }) => {
  const accounts = open?.kind === 'release' ? open.accounts : []
  const name = accounts[0]?.username ?? ''
  return (
    <ReasonDialog
      open={open?.kind === 'release'}
      onClose={close}
      onDone={done}
      title={
        accounts.length === 1
          ? t({ id: 'admin.measure.one', message: `Release ${name}` })
          : t({
              id: 'admin.measure.many',
              message: plural(accounts.length, { one: 'Release # account', other: 'Release # accounts' }),
            })
      }
      submitLabel={t({ id: 'admin.measure.release.yes', message: 'Release' })}
      busy={acts.release.isPending}
      name="note"
      label={t({ id: 'admin.measure.note', message: 'Note' })}
      hint={t({ id: 'admin.measure.note.hint', message: 'For the audit log. The user can’t see it.' })}
      optional
      rule={contract.releaseSuspects.body.shape.note}
      wrong={t({ id: 'admin.measure.note.wrong', message: 'Use at most 300 characters.' })}
      onSend={(note, outcome) => acts.release.mutate({ users: accounts.map(({ _id }) => _id), note }, outcome)}
    >
      <p>
        {t({
          id: 'admin.release.text',
          message:
            'Lifts all locks and restrictions, pays withheld rewards and permanently dismisses today’s risk signals.',
        })}
      </p>
    </ReasonDialog>
  )
}
