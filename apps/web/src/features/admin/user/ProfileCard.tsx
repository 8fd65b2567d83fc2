import { plural, t } from '@lingui/core/macro'
import { useState } from 'react'
import { PageLink } from '#base/PageLink.tsx'
import { UserLink } from '#features/admin/shared/UserLink.tsx'
import { countryName } from '#features/advertise/advertise.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { formatDateTime, formatNumber } from '#ui/format.ts'
import { KeyValue, type Pair } from '#ui/KeyValue.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { EditDialog } from './EditDialog.tsx'
import type { UserActs } from './user-actions.ts'
import { roleLabel, statusTones, statusLabel } from './user-labels.ts'
import type { AdminUserDetail } from './users.ts'

interface ProfileCardProps {
  detail: AdminUserDetail
  edit: UserActs['edit']
}

/** Who it is. */
export const ProfileCard = ({ detail, edit }: ProfileCardProps) => {
  const [isOpen, setIsOpen] = useState(false)
  // Each opening begins with what is known by then.
  const [openings, setOpenings] = useState(0)
  const { user } = detail
  const open = () => {
    setOpenings((count) => count + 1)
    setIsOpen(true)
  }
  return (
    <Card
      title={t({ id: 'admin.user.account', message: 'Account' })}
      action={
        user.status !== 'deleted' && (
          <Button size="small" onClick={open}>
            {t({ id: 'admin.edit.open', message: 'Edit' })}
          </Button>
        )
      }
    >
      <KeyValue pairs={[...pairsOf(detail), ...waysOf(detail)]} />
      <EditDialog key={openings} user={user} open={isOpen} edit={edit} onClose={() => setIsOpen(false)} />
    </Card>
  )
}

const pairsOf = ({ user, bounce }: AdminUserDetail): Pair[] => {
  const level = formatNumber(user.level)
  return [
    {
      key: 'status',
      label: t({ id: 'admin.user.status', message: 'Status' }),
      value: (
        <Badge tone={statusTones[user.status]} dot>
          {statusLabel(user.status)}
        </Badge>
      ),
    },
    {
      key: 'email',
      label: t({ id: 'admin.user.email', message: 'Email' }),
      value: <span className="break-all">{user.email}</span>,
    },
    ...bouncePairs(bounce),
    {
      key: 'verified',
      label: t({ id: 'admin.profile.verified', message: 'Email verified' }),
      value: yesNo(user.emailVerified),
    },
    { key: 'role', label: t({ id: 'admin.users.role', message: 'Role' }), value: roleLabel(user.role) },
    {
      key: 'level',
      label: t({ id: 'admin.profile.level', message: 'Level' }),
      value: t({
        id: 'admin.profile.exp',
        message: plural(user.exp, { one: `${level} (# XP)`, other: `${level} (# XP)` }),
      }),
    },
    {
      key: 'joined',
      label: t({ id: 'admin.user.joined', message: 'Joined' }),
      value: <time dateTime={user.joinedAt}>{formatDateTime(user.joinedAt)}</time>,
    },
    {
      key: 'age',
      label: t({ id: 'admin.profile.age', message: 'Age confirmed' }),
      value: ageText(user.ageConfirmed),
    },
    {
      key: 'seen',
      label: t({ id: 'admin.user.seen', message: 'Last seen' }),
      value: <RelativeTime iso={user.lastSeenAt} />,
    },
    {
      key: 'country',
      label: t({ id: 'admin.users.country', message: 'Country' }),
      value: user.country === null ? '—' : countryName(user.country),
    },
    { key: 'tz', label: t({ id: 'admin.user.tz', message: 'Time zone' }), value: user.tz.replaceAll('_', ' ') },
    {
      key: 'hide',
      label: t({ id: 'admin.profile.hidden', message: 'Name hidden' }),
      value: yesNo(user.hideName),
    },
    {
      key: 'mails',
      label: t({ id: 'admin.profile.mails', message: 'Email notifications' }),
      value: yesNo(user.notifyByMail),
    },
  ]
}

const ageText = (confirmed: AdminUserDetail['user']['ageConfirmed']): string => {
  if (confirmed === null) return '—'
  const [years, at] = [formatNumber(confirmed.years), formatDateTime(confirmed.at)]
  return t({ id: 'admin.profile.ageAt', message: `${years}+ · ${at}` })
}

const bouncePairs = (bounce: AdminUserDetail['bounce']): Pair[] =>
  bounce === null
    ? []
    : [
        {
          key: 'bounce',
          label: t({ id: 'admin.profile.bounce', message: 'Delivery' }),
          value: (
            <span className="grid min-w-0 justify-items-end gap-1">
              <Badge tone="bad" dot>
                {t({ id: 'admin.profile.bounced', message: 'Bounced' })}
              </Badge>
              <span className="text-sm break-words text-muted">
                {bounce.reason} <RelativeTime iso={bounce.at} />
              </span>
            </span>
          ),
        },
      ]

/** Who brought them, and whom they brought. */
const waysOf = ({ user: { username }, referrer, referred }: AdminUserDetail): Pair[] => [
  {
    key: 'referrer',
    label: t({ id: 'admin.users.referrer', message: 'Referred by' }),
    value: referrer === null ? '—' : <UserLink user={referrer} />,
  },
  {
    key: 'referred',
    label: t({ id: 'admin.profile.referred', message: 'Referrals' }),
    value:
      referred === 0 ? (
        formatNumber(0)
      ) : (
        <PageLink to="/app/admin/users" query={{ referrer: username }} className="link">
          {t({
            id: 'admin.profile.referredCount',
            message: plural(referred, { one: '# account', other: '# accounts' }),
          })}
        </PageLink>
      ),
  },
]

export const yesNo = (value: boolean): string =>
  value ? t({ id: 'admin.user.yes', message: 'yes' }) : t({ id: 'admin.user.no', message: 'no' })
