import { t } from '@lingui/core/macro'
import { adminUserActs as contract } from '@runnel/contract/admin/user-acts'
import { useState } from 'react'
import { ReasonDialog } from '#base/ReasonDialog.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { yesNo } from './ProfileCard.tsx'
import type { UserActs } from './user-actions.ts'
import type { AdminUserDetail } from './users.ts'

/** How they sign in, and help for who cannot any more. Nobody can sign in as them. */
export const AccessCard = ({ user, acts }: { user: AdminUserDetail['user']; acts: UserActs }) => {
  const [isDropping, setIsDropping] = useState(false)
  const { username, email, twoStep, hasSetPassword, status } = user
  const mail = async () => {
    const agreed = await confirm({
      title: t({ id: 'admin.reset.title', message: `Send ${username} a password reset link?` }),
      text: t({ id: 'admin.reset.text', message: `A reset link is sent to ${email}. It expires after an hour.` }),
      confirmLabel: t({ id: 'admin.reset.yes', message: 'Send email' }),
    })
    if (agreed) acts.resetPassword.mutate()
  }
  return (
    <Card title={t({ id: 'admin.user.access', message: 'Sign-in' })}>
      <KeyValue
        pairs={[
          {
            key: 'password',
            label: t({ id: 'admin.access.password', message: 'Password set' }),
            value: yesNo(hasSetPassword),
          },
          {
            key: 'twoStep',
            label: t({ id: 'admin.access.twoStep', message: 'Two-factor authentication' }),
            value: yesNo(twoStep),
          },
        ]}
      />
      {status !== 'deleted' && (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button size="small" busy={acts.resetPassword.isPending} onClick={() => void mail()}>
            {t({ id: 'admin.reset.open', message: 'Send password reset' })}
          </Button>
          {twoStep && (
            <Button size="small" variant="danger-soft" onClick={() => setIsDropping(true)}>
              {t({ id: 'admin.dropTwoStep.open', message: 'Disable two-factor authentication' })}
            </Button>
          )}
        </div>
      )}
      <ReasonDialog
        open={isDropping}
        title={t({ id: 'admin.dropTwoStep.title', message: `Disable two-factor authentication for ${username}` })}
        hint={t({ id: 'admin.dropTwoStep.hint', message: 'Recorded in the audit log.' })}
        submitLabel={t({ id: 'admin.dropTwoStep.yes', message: 'Disable' })}
        danger
        busy={acts.dropTwoStep.isPending}
        rule={contract.dropTwoStep.body.shape.reason}
        onClose={() => setIsDropping(false)}
        onSend={(reason, outcome) => acts.dropTwoStep.mutate({ reason }, outcome)}
      >
        <p>{dropText()}</p>
      </ReasonDialog>
    </Card>
  )
}

const dropText = (): string =>
  t({
    id: 'admin.dropTwoStep.text',
    message: 'Only for users who lost their device and verified their identity. The password alone then signs them in.',
  })
