import { BanDialog } from '#features/admin/restriction/BanDialog.tsx'
import { ReleaseDialog } from './ReleaseDialog.tsx'
import { RestrictDialog } from './RestrictDialog.tsx'
import type { SuspectActions } from './use-suspect-dialogs.ts'

/** The dialogs behind what can be done about accounts. */
export const SuspectDialogs = ({ acting }: { acting: SuspectActions }) => {
  const { open, acts, close, done } = acting
  const banned = open?.kind === 'ban' ? open.accounts : null
  return (
    <>
      <BanDialog
        names={banned?.map(({ username }) => username) ?? null}
        busy={acts.ban.isPending}
        onClose={close}
        onDone={done}
        onBan={(wish, outcome) => acts.ban.mutate({ users: (banned ?? []).map(({ _id }) => _id), ...wish }, outcome)}
      />
      <RestrictDialog acting={acting} />
      <ReleaseDialog acting={acting} />
    </>
  )
}
