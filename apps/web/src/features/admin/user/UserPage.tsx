import { t } from '@lingui/core/macro'
import { history } from '#base/history.ts'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { to } from '#base/paths.ts'
import { usePathParams, useQueryText } from '#base/route.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Skeletons } from '#ui/state/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { AccessCard } from './AccessCard.tsx'
import { ActivityCard, EarningsCard } from './ActivityCard.tsx'
import { AdminActionsTab } from './AdminActionsTab.tsx'
import { BalancesCard } from './BalancesCard.tsx'
import { DevicesTab } from './DevicesTab.tsx'
import { NoteCard } from './NoteCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { RestrictionNote } from './RestrictionNote.tsx'
import { RiskCard } from './RiskCard.tsx'
import { StatementTab } from './StatementTab.tsx'
import { TrustCard } from './TrustCard.tsx'
import { useUserActions, type UserActs } from './user-actions.ts'
import { UserActions } from './UserActions.tsx'
import { useUser, type AdminUserDetail } from './users.ts'
import '#web/styles/admin.css'

const tabs = ['account', 'statement', 'places', 'log'] as const
type TabName = (typeof tabs)[number]

/** Everything about one account, and what can be done to it. */
export const UserPage = () => {
  const { id = '' } = usePathParams()
  // Another account begins with closed dialogs and empty fields.
  return <Shown key={id} id={id} />
}

const Shown = ({ id }: { id: string }) => {
  const query = useUser(id)
  const acts = useUserActions(id)
  return (
    <>
      <PageHeader
        crumbs={[
          {
            key: 'users',
            link: <PageLink to="/app/admin/users">{t({ id: 'page.admin.users', message: 'Users' })}</PageLink>,
          },
        ]}
        title={query.data?.user.username ?? t({ id: 'page.admin.user', message: 'User' })}
        actions={query.data && <UserActions user={query.data.user} acts={acts} />}
      />
      <Loaded query={query} loading={<Skeletons heights={[56, 96]} />}>
        {(data) => (
          <div className="grid grid-cols-1 gap-4">
            <RestrictionNote user={data.user} cooldown={acts.cooldown} />
            <Parts detail={data} acts={acts} />
          </div>
        )}
      </Loaded>
    </>
  )
}

interface PartsProps {
  detail: AdminUserDetail
  acts: UserActs
}

const Parts = ({ detail, acts }: PartsProps) => {
  const asked = useQueryText()['tab']
  const tab = tabs.find((name) => name === asked) ?? 'account'
  const { _id: id, username } = detail.user
  const show = (key: string) =>
    history.push(to('/app/admin/users/{id}', { params: { id }, query: { tab: key === 'account' ? undefined : key } }))
  return (
    <Tabs
      label={t({ id: 'admin.user.parts', message: 'Page sections' })}
      tabs={tabs.map((key) => ({ key, label: tabName(key) }))}
      value={tab}
      onValue={show}
    >
      {tab === 'account' && <Account detail={detail} acts={acts} />}
      {tab === 'statement' && <StatementTab id={id} username={username} reverse={acts.reverse} />}
      {tab === 'places' && <DevicesTab detail={detail} acts={acts} />}
      {tab === 'log' && <AdminActionsTab detail={detail} />}
    </Tabs>
  )
}

const tabName = (tab: TabName): string => {
  switch (tab) {
    case 'account':
      return t({ id: 'admin.user.account', message: 'Account' })
    case 'statement':
      return t({ id: 'admin.user.title', message: 'Statement' })
    case 'places':
      return t({ id: 'admin.user.places', message: 'Devices' })
    case 'log':
      return t({ id: 'admin.user.log', message: 'Activity log' })
  }
}

const Account = ({ detail, acts }: PartsProps) => (
  <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
    <div className="grid grid-cols-1 gap-4">
      <ProfileCard detail={detail} edit={acts.edit} />
      <AccessCard user={detail.user} acts={acts} />
      <NoteCard note={detail.user.note} edit={acts.edit} />
    </div>
    <div className="grid grid-cols-1 gap-4">
      <BalancesCard user={detail.user} />
      <RiskCard detail={detail} />
      <TrustCard detail={detail} trust={acts.trust} />
      <EarningsCard counters={detail.counters} />
      <ActivityCard detail={detail} />
    </div>
  </div>
)
