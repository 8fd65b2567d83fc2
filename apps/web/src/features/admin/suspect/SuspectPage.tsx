import { t } from '@lingui/core/macro'
import type { SuspectDetail } from '@runnel/contract/admin/suspect'
import { TRUST_GRANTS_MAX } from '@runnel/contract/check/trust'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { usePathParams } from '#base/route.ts'
import { trustLevelName } from '#features/admin/shared/trust-level.ts'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { formatDateTime } from '#ui/format.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { Skeletons } from '#ui/state/Skeleton.tsx'
import { GroupGraph } from './GroupGraph.tsx'
import { OwnAppeals } from './OwnAppeals.tsx'
import { Reasons } from './Reasons.tsx'
import { Restrictions } from './Restrictions.tsx'
import { ScoreCard } from './ScoreCard.tsx'
import { stateName, stateTone } from './suspect-labels.ts'
import { SuspectDialogs } from './SuspectDialogs.tsx'
import { useSuspect } from './suspects.ts'
import { useSuspectDialogs, type SuspectActions } from './use-suspect-dialogs.ts'
import '#web/styles/admin.css'

/** One account: why it is suspected, who stands behind it, what was done, and what can be done. */
export const SuspectPage = () => {
  const { id = '' } = usePathParams()
  const query = useSuspect(id)
  const acting = useSuspectDialogs()
  const suspect = query.data?.suspect
  return (
    <>
      <PageHeader
        crumbs={[
          {
            key: 'suspects',
            link: <PageLink to="/app/admin/suspects">{t({ id: 'page.admin.suspects', message: 'Suspects' })}</PageLink>,
          },
        ]}
        title={suspect?.username ?? t({ id: 'page.admin.suspect', message: 'Suspect' })}
        actions={suspect && <Actions suspect={suspect} acting={acting} />}
      />
      <Loaded query={query} loading={<Skeletons heights={[56, 96]} />}>
        {({ suspect }) => <Parts suspect={suspect} acting={acting} />}
      </Loaded>
      <SuspectDialogs acting={acting} />
    </>
  )
}

interface PartsProps {
  suspect: SuspectDetail
  acting: SuspectActions
}

const Parts = ({ suspect, acting: { acts } }: PartsProps) => (
  <div className="grid grid-cols-1 gap-4">
    {suspect.lock && <Locked lock={suspect.lock} />}
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <ScoreCard suspect={suspect} />
      <Facts suspect={suspect} />
    </div>
    <Reasons suspect={suspect} deleteMarks={acts.deleteMarks} />
    <GroupGraph key={suspect._id} group={suspect.group} centre={suspect._id} />
    <Restrictions measures={suspect.measures} endMeasure={acts.endMeasure} />
    {suspect.appeals.length > 0 && <OwnAppeals appeals={suspect.appeals} username={suspect.username} />}
  </div>
)

const Actions = ({ suspect, acting }: PartsProps) => (
  <>
    <Button onClick={() => acting.begin('measure', [suspect])}>
      {t({ id: 'admin.suspect.measure', message: 'Restrict' })}
    </Button>
    <Button variant="soft" onClick={() => acting.begin('release', [suspect])}>
      {t({ id: 'admin.measure.release.yes', message: 'Release' })}
    </Button>
    <Button variant="danger-soft" onClick={() => acting.begin('ban', [suspect])}>
      {t({ id: 'admin.measure.ban.yes', message: 'Lock' })}
    </Button>
  </>
)

const Locked = ({ lock: { reason, since, until, byMachine } }: { lock: NonNullable<SuspectDetail['lock']> }) => {
  const [begun, end] = [formatDateTime(since), until && formatDateTime(until)]
  return (
    <Alert
      tone="warn"
      title={
        end
          ? t({ id: 'admin.suspect.lockedUntil', message: `Locked until ${end}` })
          : t({ id: 'admin.suspect.locked', message: 'Locked until unlocked by an admin' })
      }
    >
      <bdi>{reason}</bdi>
      {' · '}
      {byMachine
        ? t({ id: 'admin.suspect.machine', message: `automatic, since ${begun}; review needed` })
        : t({ id: 'admin.suspect.since', message: `since ${begun}` })}
    </Alert>
  )
}

const Facts = ({ suspect }: { suspect: SuspectDetail }) => {
  const { email, trust, state, joinedAt, lastSeenAt, earned, paidOut, withheld, debt } = suspect
  return (
    <Card
      title={t({ id: 'admin.suspect.account', message: 'Account' })}
      action={
        <Badge tone={stateTone[state]} dot>
          {stateName(state)}
        </Badge>
      }
      foot={<AccountLinks suspect={suspect} />}
    >
      <KeyValue
        pairs={[
          { key: 'email', label: t({ id: 'admin.suspect.email', message: 'Email' }), value: email },
          {
            key: 'trust',
            label: t({ id: 'admin.trust', message: 'Trust level' }),
            value: <TrustValue trust={trust} />,
          },
          {
            key: 'joined',
            label: t({ id: 'admin.group.joined', message: 'Joined' }),
            value: <RelativeTime iso={joinedAt} />,
          },
          {
            key: 'seen',
            label: t({ id: 'admin.suspect.seen', message: 'Last seen' }),
            value: <RelativeTime iso={lastSeenAt} />,
          },
          {
            key: 'earned',
            label: t({ id: 'admin.group.earned', message: 'Earned' }),
            value: <Amount units={earned} />,
          },
          {
            key: 'paid',
            label: t({ id: 'admin.column.paidOut', message: 'Paid out' }),
            value: <Amount units={paidOut} />,
          },
          {
            key: 'withheld',
            label: t({ id: 'admin.suspect.withheld', message: 'Withheld; paid when released' }),
            value: <Amount units={withheld} />,
          },
          {
            key: 'debt',
            label: t({ id: 'admin.measure.debt', message: 'Debt' }),
            value: <Amount units={debt} />,
          },
        ]}
      />
    </Card>
  )
}

/** A level that reviewers granted says less of what the account has done. */
const TrustValue = ({ trust: { level, grants } }: Pick<SuspectDetail, 'trust'>) => {
  const most = TRUST_GRANTS_MAX
  return (
    <>
      {trustLevelName(level)}
      {grants > 0 && (
        <span className="block text-sm text-muted">
          {t({ id: 'admin.trust.grants', message: `Granted levels: ${grants} of ${most}` })}
        </span>
      )}
    </>
  )
}

/** To what else is known about the account. */
const AccountLinks = ({ suspect: { _id, username } }: { suspect: SuspectDetail }) => (
  <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
    <PageLink to="/app/admin/users/{id}" params={{ id: _id }} className="link">
      {t({ id: 'admin.suspect.all', message: 'Full profile' })}
    </PageLink>
    <PageLink to="/app/admin/ip-user" query={{ username, minAccounts: 1 }} className="link">
      {t({ id: 'page.admin.ipUser', message: 'Networks' })}
    </PageLink>
    <PageLink to="/app/admin/device-analyze" query={{ username, minAccounts: 1 }} className="link">
      {t({ id: 'page.admin.device', message: 'Devices' })}
    </PageLink>
    <PageLink to="/app/admin/log/trap" query={{ userId: _id }} className="link">
      {t({ id: 'page.admin.trap', message: 'Trap log' })}
    </PageLink>
  </p>
)
