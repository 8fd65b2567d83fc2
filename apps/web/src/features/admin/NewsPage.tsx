import { t } from '@lingui/core/macro'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { sentenceOf } from '#api/failure.ts'
import { history } from '#app/history.ts'
import { to } from '#app/paths.ts'
import { useQueryText } from '#app/route.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Pagination } from '#ui/Pagination.tsx'
import { Table } from '#ui/Table.tsx'
import { useNow } from '#ui/use-now.ts'
import { newsColumns } from './news-columns.tsx'
import { pageLimit, useAllNews, useNewsRemoval } from './news.ts'
import type { AdminNews } from './news.ts'
import { NewsEditor } from './NewsEditor.tsx'
import '#web/styles/admin.css'

/** What the owner tells everybody: now, later, and what the site told by itself. */
export function NewsPage() {
  const { page } = useQueryText()
  const [editing, setEditing] = useState<AdminNews | 'new' | null>(null)
  return (
    <>
      <PageHeader
        title={t({ id: 'page.admin.news', message: 'News' })}
        actions={
          editing === null && (
            <Button variant="primary" icon={<IconPlus aria-hidden="true" />} onClick={() => setEditing('new')}>
              {t({ id: 'admin.news.write', message: 'Write news' })}
            </Button>
          )
        }
      />
      {editing === null ? (
        <List page={Math.max(1, Math.trunc(Number(page)) || 1)} onEdit={setEditing} />
      ) : (
        <NewsEditor known={editing === 'new' ? undefined : editing} onClose={() => setEditing(null)} />
      )}
    </>
  )
}

function List({ page, onEdit }: { page: number; onEdit: (news: AdminNews) => void }) {
  const { data, error, isFetching, refetch } = useAllNews(page)
  const removal = useNewsRemoval()
  const now = useNow(30_000)
  if (!data && error) {
    return (
      <ErrorState busy={isFetching} onRetry={() => void refetch()}>
        {sentenceOf(error)}
      </ErrorState>
    )
  }
  return (
    <Card flush>
      <Table
        caption={t({ id: 'page.admin.news', message: 'News' })}
        columns={newsColumns({ onEdit, removal, now })}
        rows={data?.items ?? []}
        rowKey={({ _id }) => _id}
        loadingRows={data ? 0 : 4}
        empty={
          <EmptyState heading="h2" title={t({ id: 'admin.news.none', message: 'Nothing told yet' })}>
            {t({ id: 'admin.news.noneText', message: 'Write the first news; people see it marked as new.' })}
          </EmptyState>
        }
      />
      <Pagination
        page={page}
        limit={pageLimit}
        totalItems={data?.totalItems ?? 0}
        onPage={(next) => history.push(to('/app/admin/news', { query: { page: next } }))}
      />
    </Card>
  )
}
