import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { confirm } from '#ui/confirm.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { AskReason } from './AskReason.tsx'
import { yesNo } from './ProfileCard.tsx'
import type { UserActs } from './user-acts.ts'
import type { AdminUserDetail } from './users.ts'

/** How they sign in, and help for who cannot any more. Nobody can sign in as them. */
export function AccessCard({ user, acts }: { user: AdminUserDetail['user']; acts: UserActs }) {
  const [isDropping, setIsDropping] = useState(false)
  const { username, email, twoStep, hasSetPassword, status } = user
  const mail = async () => {
    const agreed = await confirm({
      title: t({ id: 'admin.reset.title', message: `Mail ${username} a link for a new password?` }),
      text: t({ id: 'admin.reset.text', message: `It goes to ${email} and holds for an hour. You never see it.` }),
      confirmLabel: t({ id: 'admin.reset.yes', message: 'Send the mail' }),
    })
    if (agreed) acts.resetPassword.mutate()
  }
  return (
    <Card title={t({ id: 'admin.access', message: 'Signing in' })}>
      <KeyValue
        pairs={[
          {
            key: 'password',
            label: t({ id: 'admin.access.password', message: 'Has a password' }),
            value: yesNo(hasSetPassword),
          },
          { key: 'twoStep', label: t({ id: 'admin.access.twoStep', message: 'Second step' }), value: yesNo(twoStep) },
        ]}
      />
      {status !== 'deleted' && (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button size="small" busy={acts.resetPassword.isPending} onClick={() => void mail()}>
            {t({ id: 'admin.reset.open', message: 'Mail a new password' })}
          </Button>
          {twoStep && (
            <Button size="small" variant="danger-soft" onClick={() => setIsDropping(true)}>
              {t({ id: 'admin.dropTwoStep.open', message: 'Take the second step off' })}
            </Button>
          )}
        </div>
      )}
      <AskReason
        open={isDropping}
        title={t({ id: 'admin.dropTwoStep.title', message: `Take the second step off for ${username}` })}
        text={t({
          id: 'admin.dropTwoStep.text',
          message: 'Only for somebody who lost the device and proved to be the owner: the password alone lets in then.',
        })}
        hint={t({ id: 'admin.dropTwoStep.hint', message: 'Stands in the audit log.' })}
        yes={t({ id: 'admin.dropTwoStep.yes', message: 'Take it off' })}
        busy={acts.dropTwoStep.isPending}
        onClose={() => setIsDropping(false)}
        onSend={(reason, outcome) => acts.dropTwoStep.mutate({ reason }, outcome)}
      />
    </Card>
  )
}
