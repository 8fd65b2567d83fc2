import { BanDialog } from '#features/admin/BanDialog.tsx'
import { MeasureDialog } from './MeasureDialog.tsx'
import { ReleaseDialog } from './ReleaseDialog.tsx'
import type { SuspectActing } from './use-suspect-acting.ts'

/** The dialogs behind what can be done about accounts. */
export function SuspectDialogs({ acting }: { acting: SuspectActing }) {
  const { open, acts, close, done } = acting
  const banned = open?.kind === 'ban' ? open.accounts : null
  return (
    <>
      <BanDialog
        names={banned?.map(({ username }) => username) ?? null}
        busy={acts.ban.isPending}
        onClose={close}
        onBan={(wish, outcome) =>
          acts.ban.mutate(
            { users: (banned ?? []).map(({ _id }) => _id), ...wish },
            {
              ...outcome,
              onSuccess: () => {
                outcome.onSuccess()
                done()
              },
            },
          )
        }
      />
      <MeasureDialog acting={acting} />
      <ReleaseDialog acting={acting} />
    </>
  )
}
