import { plural, t } from '@lingui/core/macro'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import type { useUsersActs } from './user-actions.ts'
import type { AdminUserRow } from './users.ts'

interface UsersBulkProps {
  chosen: AdminUserRow[]
  unban: ReturnType<typeof useUsersActs>['unban']
  onBan: (rows: AdminUserRow[]) => void
  onDone: () => void
}

/** Locks those who are free and unlocks those who are locked; others are left as they are. */
export const UsersBulk = ({ chosen, unban, onBan, onDone }: UsersBulkProps) => {
  const locked = chosen.filter(({ lockedAt }) => lockedAt !== null)
  const free = chosen.filter(({ lockedAt }) => lockedAt === null)
  const ask = async () => {
    const agreed = await confirm({
      title: t({
        id: 'admin.unban.many',
        message: plural(locked.length, { one: 'Unlock # account?', other: 'Unlock # accounts?' }),
      }),
      text: t({ id: 'admin.unban.text', message: 'They can claim and withdraw right away and are notified.' }),
      confirmLabel: t({ id: 'admin.unban.yes', message: 'Unlock' }),
    })
    if (agreed)
      unban.mutate(
        locked.map(({ _id }) => _id),
        { onSuccess: onDone },
      )
  }
  return (
    <>
      <Button className="max-sm:grow" disabled={locked.length === 0} busy={unban.isPending} onClick={() => void ask()}>
        {t({ id: 'admin.unban.yes', message: 'Unlock' })}
      </Button>
      <Button variant="danger-soft" className="max-sm:grow" disabled={free.length === 0} onClick={() => onBan(free)}>
        {t({ id: 'admin.user.ban.yes', message: 'Lock' })}
      </Button>
    </>
  )
}
