import { t } from '@lingui/core/macro'
import { adminNews as contract } from '@runnel/contract/news'
import { IconPlus } from '@tabler/icons-react'
import { useEditor } from '#features/admin/kit/use-editor.ts'
import { AdminList } from '#features/admin/list/AdminList.tsx'
import { useSelection } from '#features/admin/list/selection.ts'
import { Button } from '#ui/Button.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { useNow } from '#ui/use-now.ts'
import { newsColumns } from './news-columns.tsx'
import { newsList, useAllNews, useNewsRemoval, type AdminNews } from './news.ts'
import { NewsEditor } from './NewsEditor.tsx'
import '#web/styles/admin.css'

/** What the owner tells everybody: now, later, and what the site told by itself. */
export const NewsPage = () => {
  const editor = useEditor<AdminNews>()
  return (
    <>
      <PageHeader
        title={t({ id: 'page.admin.news', message: 'News' })}
        actions={
          !editor.open && (
            <Button variant="primary" icon={<IconPlus aria-hidden="true" />} onClick={editor.add}>
              {t({ id: 'admin.news.write', message: 'New post' })}
            </Button>
          )
        }
      />
      {editor.open ? <NewsEditor editor={editor} /> : <List onEdit={editor.edit} />}
    </>
  )
}

const List = ({ onEdit }: { onEdit: (news: AdminNews) => void }) => {
  const view = newsList.useView()
  const selection = useSelection()
  const removal = useNewsRemoval({ onDone: selection.clear })
  const now = useNow(30_000)
  return (
    <AdminList
      caption={t({ id: 'page.admin.news', message: 'News' })}
      list={newsList}
      view={view}
      fields={fields()}
      answer={useAllNews(view)}
      columns={newsColumns({ onEdit, removal: removal.one, now })}
      rowKey={({ _id }) => _id}
      onOpen={onEdit}
      csv={contract.newsCsv}
      nothing={{
        title: t({ id: 'admin.news.none', message: 'No news yet' }),
        text: t({ id: 'admin.news.noneText', message: 'Write your first post. Users see it marked as new.' }),
      }}
      noMatch={t({ id: 'admin.news.noneSuch', message: 'No matching posts' })}
      bulk={{
        selection,
        label: t({ id: 'admin.news.bulk', message: 'Selected posts' }),
        pick: ({ title: name }) => t({ id: 'admin.news.pick', message: `Select ${name}` }),
        pickAll: t({ id: 'admin.news.pickAll', message: 'Select all on this page' }),
        actions: (chosen) => (
          <Button variant="danger-soft" busy={removal.isBusy} onClick={() => void removal.askMany(chosen)}>
            {t({ id: 'admin.news.delete', message: 'Delete' })}
          </Button>
        ),
      }}
    />
  )
}

const fields = () =>
  ({
    search: { kind: 'words', label: t({ id: 'admin.news.search', message: 'Search by title' }) },
    state: {
      kind: 'choice',
      label: t({ id: 'admin.news.status', message: 'Status' }),
      options: [
        { value: 'shown', label: t({ id: 'admin.news.when', message: 'Published' }) },
        { value: 'later', label: t({ id: 'admin.news.later', message: 'Scheduled' }) },
      ],
    },
    by: {
      kind: 'choice',
      label: t({ id: 'admin.news.by', message: 'Author' }),
      options: [
        { value: 'person', label: t({ id: 'admin.news.person', message: 'Admin' }) },
        { value: 'site', label: t({ id: 'admin.news.site', message: 'System' }) },
      ],
    },
  }) as const
