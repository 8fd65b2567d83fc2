import { t } from '@lingui/core/macro'
import { adminImport as contract, ImportState } from '@runnel/contract/admin/import'
import { PageLink } from '#base/PageLink.tsx'
import { AdminList } from '#features/admin/list/AdminList.tsx'
import type { Fields } from '#features/admin/list/fields.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { stateName } from './import-labels.ts'
import { ImportCard } from './ImportCard.tsx'
import { ImportForm } from './ImportForm.tsx'
import { importList, useImports, type ImportReaders } from './imports.ts'
import '#web/styles/admin.css'

/** Brings users and balances from another script. */
export const ImportPage = () => {
  const view = importList.useView()
  const listTitle = t({ id: 'import.list', message: 'Import history' })
  return (
    <>
      <PageHeader
        crumbs={[
          {
            key: 'users',
            link: <PageLink to="/app/admin/users">{t({ id: 'page.admin.users', message: 'Users' })}</PageLink>,
          },
        ]}
        title={t({ id: 'page.admin.import', message: 'Import users' })}
        lead={t({
          id: 'import.leadText',
          message:
            'Importing a file again creates no duplicates. Passwords aren’t imported: users set a new one by email.',
        })}
      />
      <div className="grid grid-cols-1 gap-4">
        <ImportForm />
        <h2>{listTitle}</h2>
        <AdminList
          caption={listTitle}
          list={importList}
          view={view}
          fields={fields()}
          csv={contract.importsCsv}
          answer={useImports(view)}
          card={(row) => <ImportCard row={row} />}
          rowKey={({ _id }) => _id}
          nothing={{ title: t({ id: 'import.none', message: 'No imports yet' }) }}
        />
      </div>
    </>
  )
}

const fields = (): Fields<ImportReaders> => ({
  source: { kind: 'words', label: t({ id: 'import.sourceBegins', message: 'Source starts with' }) },
  by: { kind: 'words', label: t({ id: 'import.actor', message: 'Admin' }) },
  state: {
    kind: 'choice',
    label: t({ id: 'import.status', message: 'Status' }),
    options: ImportState.options.map((value) => ({ value, label: stateName(value) })),
  },
})
