import { t } from '@lingui/core/macro'
import { adminUser as contract, UserSort, UserStatus } from '@runnel/contract/admin/user'
import { Role } from '@runnel/contract/values'
import { useState } from 'react'
import { history } from '#base/history.ts'
import { PageLink } from '#base/PageLink.tsx'
import { to } from '#base/paths.ts'
import { AdminList } from '#features/admin/list/AdminList.tsx'
import type { Fields } from '#features/admin/list/fields.ts'
import { useSelection } from '#features/admin/list/selection.ts'
import { BanDialog } from '#features/admin/restriction/BanDialog.tsx'
import { countryOptions } from '#features/advertise/advertise.ts'
import { Button } from '#ui/Button.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { useUsersActs } from './user-actions.ts'
import { userColumns } from './user-columns.tsx'
import { roleLabel, sortLabel, statusLabel } from './user-labels.ts'
import { levelChoices, scoreChoices, userList, useUsers, type AdminUserRow, type UserReaders } from './users.ts'
import { UsersBulk } from './UsersBulk.tsx'
import '#web/styles/admin.css'

/** Everybody who has an account. */
export const UsersPage = () => {
  const view = userList.useView()
  const selection = useSelection()
  const acts = useUsersActs()
  const [banned, setBanned] = useState<readonly AdminUserRow[] | null>(null)
  const title = t({ id: 'page.admin.users', message: 'Users' })
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <Button as={PageLink} to="/app/admin/import">
            {t({ id: 'admin.users.import', message: 'Import users' })}
          </Button>
        }
      />
      <AdminList
        caption={title}
        list={userList}
        view={view}
        fields={fields()}
        answer={useUsers(view)}
        columns={userColumns()}
        rowKey={({ _id }) => _id}
        csv={contract.usersCsv}
        nothing={{ title: t({ id: 'admin.users.none', message: 'No users yet' }) }}
        noMatch={t({ id: 'admin.users.noMatch', message: 'No matching users' })}
        onOpen={({ _id }) => history.push(to('/app/admin/users/{id}', { params: { id: _id } }))}
        bulk={{
          selection,
          label: t({ id: 'admin.user.chosen', message: 'Selected accounts' }),
          pick: ({ username }) => t({ id: 'admin.user.pick.account', message: `Select ${username}` }),
          pickAll: t({ id: 'admin.user.chooseAll', message: 'Select all on this page' }),
          canPick: ({ role, status }) => role === 'user' && status !== 'deleted',
          actions: (chosen) => (
            <UsersBulk chosen={chosen} unban={acts.unban} onBan={setBanned} onDone={selection.clear} />
          ),
        }}
      />
      <BanDialog
        names={banned?.map(({ username }) => username) ?? null}
        busy={acts.ban.isPending}
        onClose={() => setBanned(null)}
        onDone={() => {
          setBanned(null)
          selection.clear()
        }}
        onBan={(wish, outcome) => acts.ban.mutate({ ids: (banned ?? []).map(({ _id }) => _id), ...wish }, outcome)}
      />
    </>
  )
}

const fields = (): Fields<UserReaders> => ({
  search: { kind: 'words', label: t({ id: 'admin.users.search', message: 'Username, email or ID starts with' }) },
  status: {
    kind: 'choice',
    label: t({ id: 'admin.user.status', message: 'Status' }),
    options: UserStatus.options.map((value) => ({ value, label: statusLabel(value) })),
  },
  role: {
    kind: 'choice',
    label: t({ id: 'admin.users.role', message: 'Role' }),
    options: Role.options.map((value) => ({ value, label: roleLabel(value) })),
  },
  sort: {
    kind: 'choice',
    label: t({ id: 'ui.table.order', message: 'Sort by' }),
    options: UserSort.options.map((value) => ({ value, label: sortLabel(value) })),
  },
  country: {
    kind: 'choice',
    label: t({ id: 'admin.users.country', message: 'Country' }),
    options: countryOptions(),
  },
  minLevel: {
    kind: 'choice',
    label: t({ id: 'admin.users.minLevel', message: 'Min. level' }),
    options: levelChoices.map((value) => ({ value, label: value })),
  },
  scoreFrom: {
    kind: 'choice',
    label: t({ id: 'admin.user.minScore', message: 'Min. score' }),
    options: scoreChoices.map((value) => ({ value, label: value })),
  },
  referrer: { kind: 'words', label: t({ id: 'admin.users.referrer', message: 'Referred by' }) },
  joinedFrom: { kind: 'day', label: t({ id: 'admin.users.joinedFrom', message: 'Joined after' }) },
  joinedTo: { kind: 'day', label: t({ id: 'admin.users.joinedTo', message: 'Joined before' }) },
})
