import { t } from '@lingui/core/macro'
import type { User } from '@runnel/contract/account/user'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSignInMethods } from '#features/step-up/step-up.ts'
import { Amount } from '#ui/Amount.tsx'
import { Avatar } from '#ui/Avatar.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { formatDate, formatNumber } from '#ui/format.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { EmailDialog } from './EmailDialog.tsx'
import { refusedText } from './refused-text.ts'
import { user as calls } from './user.ts'

export const ProfileCard = ({ user }: { user: User }) => (
  <Card>
    <div className="mb-4 flex items-center gap-3">
      <Avatar name={user.username} />
      <div className="min-w-0">
        <h2 className="truncate">{user.username}</h2>
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          <span className="min-w-0 break-all">{user.email}</span>
          {user.emailVerified && (
            <Badge tone="good" dot>
              {t({ id: 'account.email.verified', message: 'Verified' })}
            </Badge>
          )}
        </p>
      </div>
    </div>
    {!user.emailVerified && <Unverified user={user} />}
    <KeyValue
      pairs={[
        {
          key: 'balance',
          label: t({ id: 'account.balance', message: 'Balance' }),
          value: <Amount units={user.balance} show="both" />,
        },
        {
          key: 'earned',
          label: t({ id: 'account.earned', message: 'Total earned' }),
          value: <Amount units={user.totalEarned} />,
        },
        {
          key: 'claims',
          label: t({ id: 'account.claims', message: 'Faucet claims' }),
          value: formatNumber(user.faucetClaim),
        },
        { key: 'level', label: t({ id: 'account.level', message: 'Level' }), value: formatNumber(user.level) },
        {
          key: 'joined',
          label: t({ id: 'account.joined', message: 'Member since' }),
          value: formatDate(user.joinedAt),
        },
      ]}
    />
    <Move user={user} />
  </Card>
)

/** A second step stands only on a mailbox that is proved, and a new one is not yet. */
const Move = ({ user }: { user: User }) => {
  const [changing, setChanging] = useState(false)
  const { data: ways } = useSignInMethods()
  if (ways?.enabled && user.role === 'user') {
    return (
      <p className="mt-4 text-sm text-muted">
        {t({
          id: 'account.email.twoStep',
          message:
            'Turn off two-factor authentication before you change it. Turn it back on after you verify the new one.',
        })}
      </p>
    )
  }
  return (
    <div className="mt-4">
      <Button onClick={() => setChanging(true)}>
        {t({ id: 'account.email.change', message: 'Change email address' })}
      </Button>
      <EmailDialog key={user.email} open={changing} onClose={() => setChanging(false)} />
    </div>
  )
}

/** Without a verified address one earns but cannot withdraw. */
const Unverified = ({ user }: { user: User }) => {
  const resend = useMutation({ mutationFn: () => calls.calls.resend() })
  return (
    <Alert
      className="mb-4"
      tone="warn"
      title={t({ id: 'account.unverified', message: 'Verify your email address' })}
      actions={
        <Button size="small" busy={resend.isPending} onClick={() => resend.mutate()}>
          {t({ id: 'account.resend', message: 'Resend email' })}
        </Button>
      }
    >
      {refusedText(user) ??
        t({
          id: 'account.unverified.text',
          message: 'Open the link we emailed you. You can earn now, but you need a verified address to withdraw.',
        })}
    </Alert>
  )
}
