import { t } from '@lingui/core/macro'
import type { user as contract } from '@runnel/contract/account/user'
import type { Result } from '@runnel/contract/route'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { Loaded } from '#base/Loaded.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { formatDateTime } from '#ui/format.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { user } from './user.ts'

type SessionRow = Result<typeof contract.sessions>['sessions'][number]

export const SessionsCard = () => {
  const sessions = useQuery(user.query('sessions'))
  return (
    <Card
      title={t({ id: 'account.sessions', message: 'Active sessions' })}
      note={t({
        id: 'account.sessions.note',
        message: 'Don’t recognize a session? Sign it out and change your password.',
      })}
    >
      <Loaded query={sessions} loading={<Skeleton height={32} className="rounded-m" />} />
      <ul className="grid gap-1">
        {sessions.data?.sessions.map((session) => (
          <SessionItem key={session._id} session={session} />
        ))}
      </ul>
    </Card>
  )
}

const SessionItem = ({ session }: { session: SessionRow }) => {
  const end = useMutation({
    mutationFn: () => user.calls.endSession({ params: { id: session._id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: user.keyOf('sessions') }),
  })
  const { device, place, current, lastSeenAt } = session
  const isPhone = /android|iphone|ipad|phone/i.test(device)
  const Icon = isPhone ? IconDeviceMobile : IconDeviceDesktop
  const ask = async () => {
    const title = t({ id: 'account.session.ask', message: `Sign out of ${device}?` })
    const confirmLabel = t({ id: 'account.session.confirm', message: 'Sign out' })
    if (await confirm({ title, confirmLabel, danger: true })) end.mutate()
  }
  return (
    <li className="flex items-center gap-3 border-t border-line py-3 first:border-t-0 first:pt-0">
      <span className="drop">
        <Icon aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {device}
          {current && <Badge tone="good">{t({ id: 'account.session.current', message: 'This device' })}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {place && `${place} · `}
          <RelativeTime iso={lastSeenAt} />
        </p>
        <p className="text-sm text-muted">{endOf(session)}</p>
      </div>
      {!current && (
        <Button
          size="small"
          busy={end.isPending}
          aria-label={t({ id: 'account.session.end.of', message: `Sign out of ${device}` })}
          onClick={() => void ask()}
        >
          {t({ id: 'account.session.end', message: 'Sign out' })}
        </Button>
      )}
    </li>
  )
}

const endOf = ({ expiresAt, endsAt }: SessionRow): string => {
  const end = formatDateTime(endsAt)
  if (expiresAt === endsAt) return t({ id: 'account.session.ends', message: `Ends ${end}` })
  const unused = formatDateTime(expiresAt)
  return t({ id: 'account.session.ends.unused', message: `Ends ${unused} if unused, otherwise ${end}` })
}
