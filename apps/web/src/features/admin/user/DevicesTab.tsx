import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PageLink } from '#base/PageLink.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import type { UserActs } from './user-actions.ts'
import type { AdminUserDetail } from './users.ts'

interface DevicesTabProps {
  detail: AdminUserDetail
  acts: UserActs
}

/** Where an account is signed in, and from where it ever was. */
export const DevicesTab = ({ detail, acts }: DevicesTabProps) => (
  <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
    <Sessions detail={detail} acts={acts} />
    <Devices devices={detail.devices} />
    <Networks networks={detail.networks} />
  </div>
)

const Sessions = ({ detail: { user, sessions }, acts }: DevicesTabProps) => {
  const { username } = user
  const endAll = async () => {
    const agreed = await confirm({
      title: t({ id: 'admin.sessions.title', message: `Sign ${username} out everywhere?` }),
      text: t({ id: 'admin.sessions.text', message: 'The user can sign in again right away unless locked.' }),
      confirmLabel: t({ id: 'admin.sessions.yes', message: 'Sign out' }),
      danger: true,
    })
    if (agreed) acts.endSessions.mutate()
  }
  return (
    <Card
      title={t({ id: 'admin.user.sessions', message: 'Active sessions' })}
      action={
        sessions.length > 0 && (
          <Button size="small" variant="danger-soft" busy={acts.endSessions.isPending} onClick={() => void endAll()}>
            {t({ id: 'admin.sessions.endAll', message: 'Sign out everywhere' })}
          </Button>
        )
      }
    >
      {sessions.length === 0 && (
        <p className="text-muted">{t({ id: 'admin.sessions.none', message: 'No active sessions.' })}</p>
      )}
      <ul className="rows">
        {sessions.map(({ _id, device, place, createdAt, lastSeenAt }) => (
          <li key={_id} className="flex items-start gap-3 py-3">
            <div className="grid min-w-0 grow gap-1">
              <p className="font-semibold break-words">{device}</p>
              <p className="text-sm text-muted">
                {place && `${place} · `}
                <Trans id="admin.sessions.when">
                  since <RelativeTime iso={createdAt} />, seen <RelativeTime iso={lastSeenAt} />
                </Trans>
              </p>
            </div>
            <Button
              size="small"
              busy={acts.endSession.isPending && acts.endSession.variables === _id}
              onClick={() => acts.endSession.mutate(_id)}
            >
              {t({ id: 'admin.user.session.end', message: 'Sign out' })}
              <VisuallyHidden>{` (${device})`}</VisuallyHidden>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Devices = ({ devices }: Pick<AdminUserDetail, 'devices'>) => (
  <Card title={t({ id: 'page.admin.device', message: 'Devices' })}>
    {devices.length === 0 && <NothingKept />}
    <ul className="rows">
      {devices.map(({ _id, device, network, firstSeenAt, lastSeenAt, others }) => (
        <li key={_id} className="grid gap-1 py-3">
          <p className="flex flex-wrap items-center justify-between gap-2">
            <PageLink
              to="/app/admin/device-analyze"
              query={{ id: _id, minAccounts: '1' }}
              className="link font-semibold break-all"
            >
              {device}
            </PageLink>
            <Others count={others} />
          </p>
          <p className="text-sm text-muted">
            {`${network} · `}
            <Trans id="admin.devices.when">
              first <RelativeTime iso={firstSeenAt} />, last <RelativeTime iso={lastSeenAt} />
            </Trans>
          </p>
        </li>
      ))}
    </ul>
  </Card>
)

const Networks = ({ networks }: Pick<AdminUserDetail, 'networks'>) => (
  <Card title={t({ id: 'page.admin.ipUser', message: 'Networks' })}>
    {networks.length === 0 && <NothingKept />}
    <ul className="rows">
      {networks.map(({ network, lastSeenAt, others }) => (
        <li key={network} className="grid gap-1 py-3">
          <p className="flex flex-wrap items-center justify-between gap-2">
            <PageLink
              to="/app/admin/ip-user"
              query={{ net: network, minAccounts: '1' }}
              className="link font-semibold break-all"
            >
              {network}
            </PageLink>
            <Others count={others} />
          </p>
          <RelativeTime iso={lastSeenAt} className="text-sm text-muted" />
        </li>
      ))}
    </ul>
  </Card>
)

const NothingKept = () => (
  <p className="text-muted">
    {t({
      id: 'admin.places.none',
      message: 'No data. It is deleted after the retention period.',
    })}
  </p>
)

const Others = ({ count }: { count: number }) => (
  <span className={count > 0 ? 'text-sm font-semibold' : 'text-sm text-muted'}>
    {count === 0
      ? t({ id: 'admin.places.alone', message: 'no other accounts' })
      : t({
          id: 'admin.places.others',
          message: plural(count, { one: '# other account', other: '# other accounts' }),
        })}
  </span>
)
