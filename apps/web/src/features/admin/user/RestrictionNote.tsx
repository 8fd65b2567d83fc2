import { t } from '@lingui/core/macro'
import { adminUserActs as contract } from '@runnel/contract/admin/user-acts'
import { useState } from 'react'
import { ReasonDialog } from '#base/ReasonDialog.tsx'
import { Button } from '#ui/Button.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Alert } from '#ui/state/Alert.tsx'
import type { UserActs } from './user-actions.ts'
import type { AdminUserDetail } from './users.ts'

interface RestrictionNoteProps {
  user: AdminUserDetail['user']
  cooldown: UserActs['cooldown']
}

/** What keeps the account from earning now, and until when. */
export const RestrictionNote = ({ user, cooldown }: RestrictionNoteProps) => (
  <>
    {user.lockedAt !== null && <Locked user={user} />}
    {user.cooldown !== null && <Waiting wait={user.cooldown} cooldown={cooldown} />}
  </>
)

const Locked = ({ user: { lockedAt, lockedUntil, lockReason } }: Pick<RestrictionNoteProps, 'user'>) => {
  const [begun, end] = [lockedAt && formatDateTime(lockedAt), lockedUntil && formatDateTime(lockedUntil)]
  return (
    <Alert
      tone="warn"
      title={
        end
          ? t({ id: 'admin.user.lockedUntil', message: `Locked until ${end}` })
          : t({ id: 'admin.user.locked', message: 'Locked until unlocked by an admin' })
      }
    >
      {lockReason !== null && `${lockReason} · `}
      {t({ id: 'admin.user.since', message: `since ${begun}` })}
    </Alert>
  )
}

interface WaitingProps {
  wait: { until: string; reason: string }
  cooldown: UserActs['cooldown']
}

const Waiting = ({ wait, cooldown }: WaitingProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const end = formatDateTime(wait.until)
  return (
    <Alert
      tone="warn"
      title={t({ id: 'admin.cooldown.until', message: `On cooldown until ${end}` })}
      actions={
        <Button size="small" onClick={() => setIsOpen(true)}>
          {t({ id: 'admin.cooldown.end', message: 'End cooldown' })}
        </Button>
      }
    >
      <bdi>{wait.reason}</bdi>
      <ReasonDialog
        open={isOpen}
        title={t({ id: 'admin.cooldown.end', message: 'End cooldown' })}
        hint={t({ id: 'admin.dropTwoStep.hint', message: 'Recorded in the audit log.' })}
        submitLabel={t({ id: 'admin.cooldown.end', message: 'End cooldown' })}
        danger
        busy={cooldown.isPending}
        rule={contract.cooldownUser.body.shape.reason}
        onClose={() => setIsOpen(false)}
        onSend={(reason, outcome) => cooldown.mutate({ minutes: 0, reason }, outcome)}
      >
        <p>{t({ id: 'admin.cooldown.endText', message: 'The user can earn again right away.' })}</p>
      </ReasonDialog>
    </Alert>
  )
}
