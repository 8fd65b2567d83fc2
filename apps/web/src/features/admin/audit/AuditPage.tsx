import { t } from '@lingui/core/macro'
import { adminAudit as contract } from '@runnel/contract/admin/audit'
import { useQuery } from '@tanstack/react-query'
import { connect } from '#api/query.ts'
import { to } from '#base/paths.ts'
import { AdminList } from '#features/admin/list/AdminList.tsx'
import type { Fields } from '#features/admin/list/fields.ts'
import {
  day,
  listAt,
  listQuery,
  onPage,
  words,
  type QueryParamReader,
  type ListState,
} from '#features/admin/list/url-state.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { areaNames } from './audit-actions.ts'
import { auditColumns } from './audit-columns.tsx'
import '#web/styles/admin.css'

const auditLog = connect('admin', contract)

/** The beginning of an action, such as `user.`: the server takes nothing but small letters, digits, dots and dashes. */
const anAction: QueryParamReader<string | undefined> = {
  maxLength: 60,
  read: (text) => (text && /^[a-z0-9.-]{1,60}$/.test(text) ? text : undefined),
}

const readers = { action: anAction, actor: words(40), target: words(100), from: day, to: day }
const list = listAt((query) => to('/app/admin/audit', { query }), readers, 'audit')

/** Everything that admins did; nobody can change a line of it. */
export const AuditPage = () => {
  const view = list.useView()
  return (
    <>
      <PageHeader
        title={t({ id: 'page.admin.audit', message: 'Audit log' })}
        lead={t({
          id: 'admin.auditLog.lead',
          message: 'All admin actions. Entries are permanent and can’t be edited.',
        })}
      />
      <AdminList
        caption={t({ id: 'page.admin.audit', message: 'Audit log' })}
        list={list}
        view={view}
        fields={fields()}
        answer={useAudit(view)}
        columns={auditColumns({ onTarget: (target) => list.show({ target }) })}
        rowKey={({ _id }) => _id}
        csv={contract.auditCsv}
        nothing={{ title: t({ id: 'admin.auditLog.none', message: 'No admin actions yet' }) }}
      />
    </>
  )
}

const useAudit = ({ filter, page }: ListState<typeof readers>) =>
  useQuery({ ...auditLog.query('audit', { query: { ...filter, ...onPage(page) } }), ...listQuery })

const fields = (): Fields<typeof readers> => ({
  action: {
    kind: 'choice',
    label: t({ id: 'admin.audit.what', message: 'Action' }),
    options: Object.entries(areaNames()).map(([area, label]) => ({ value: `${area}.`, label })),
  },
  target: {
    kind: 'words',
    label: t({ id: 'admin.auditLog.about', message: 'Username, ID or setting' }),
  },
  actor: { kind: 'words', label: t({ id: 'admin.auditLog.actor', message: 'Admin' }) },
  from: { kind: 'day', label: t({ id: 'audit.from', message: 'From' }) },
  to: { kind: 'day', label: t({ id: 'audit.to', message: 'To' }) },
})
