import { t } from '@lingui/core/macro'
import { PageLink } from '#app/PageLink.tsx'
import { AdminList } from '#features/admin/list/AdminList.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { ImportCard } from './ImportCard.tsx'
import { ImportForm } from './ImportForm.tsx'
import { importList, useImports } from './imports.ts'
import '#web/styles/admin.css'

/** Brings users and balances from another script. */
export function ImportPage() {
  const view = importList.useView()
  const listTitle = t({ id: 'import.list', message: 'Imports so far' })
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
          message: 'The same file again doubles nothing. Passwords do not come along: everybody chooses one by mail.',
        })}
      />
      <div className="grid grid-cols-1 gap-4">
        <ImportForm />
        <h2>{listTitle}</h2>
        <AdminList
          caption={listTitle}
          list={importList}
          view={view}
          fields={{}}
          answer={useImports(view)}
          card={(row) => <ImportCard row={row} />}
          rowKey={({ _id }) => _id}
          nothing={{ title: t({ id: 'import.none', message: 'Nothing was imported yet' }) }}
        />
      </div>
    </>
  )
}
