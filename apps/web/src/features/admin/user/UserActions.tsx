import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { offerUndo } from '#features/admin/kit/undo.ts'
import { BanDialog } from '#features/admin/restriction/BanDialog.tsx'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { CooldownDialog } from './CooldownDialog.tsx'
import type { UserActs } from './user-actions.ts'
import { users, type AdminUserDetail } from './users.ts'

/** Locks, unlocks and lets wait. The people of the site cannot be locked by one another. */
export const UserActions = ({ user, acts }: { user: AdminUserDetail['user']; acts: UserActs }) => {
  const [open, setOpen] = useState<'ban' | 'cooldown' | null>(null)
  const { username } = user
  const unlock = async () => {
    const agreed = await confirm({
      title: t({ id: 'admin.unban.one', message: `Unlock ${username}?` }),
      text: t({ id: 'admin.unban.text', message: 'They can claim and withdraw right away and are notified.' }),
      confirmLabel: t({ id: 'admin.unban.yes', message: 'Unlock' }),
    })
    if (!agreed) return
    acts.unban.mutate(undefined, {
      onSuccess: (answer) => {
        const { lockReason: reason, lockedUntil: until } = user
        if (reason === null) return
        const body = { reason, ...(until !== null && { until }) }
        offerUndo(answer, () => users.calls.banUser({ params: { id: user._id }, body }))
      },
    })
  }
  if (user.role !== 'user' || user.status === 'deleted') return null
  return (
    <>
      {user.cooldown === null && (
        <Button onClick={() => setOpen('cooldown')}>{t({ id: 'admin.cooldown.open', message: 'Set cooldown' })}</Button>
      )}
      {user.lockedAt === null ? (
        <Button variant="danger-soft" onClick={() => setOpen('ban')}>
          {t({ id: 'admin.user.ban.yes', message: 'Lock' })}
        </Button>
      ) : (
        <Button variant="primary" busy={acts.unban.isPending} onClick={() => void unlock()}>
          {t({ id: 'admin.unban.yes', message: 'Unlock' })}
        </Button>
      )}
      <BanDialog
        names={open === 'ban' ? [username] : null}
        busy={acts.ban.isPending}
        onClose={() => setOpen(null)}
        onBan={(wish, outcome) => acts.ban.mutate(wish, outcome)}
      />
      <CooldownDialog
        username={username}
        open={open === 'cooldown'}
        cooldown={acts.cooldown}
        onClose={() => setOpen(null)}
      />
    </>
  )
}
