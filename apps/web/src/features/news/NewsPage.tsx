import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { history } from '#base/history.ts'
import { Loaded } from '#base/Loaded.tsx'
import { to } from '#base/paths.ts'
import { useQueryPage } from '#base/route.ts'
import { Card } from '#ui/Card.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeletons } from '#ui/state/Skeleton.tsx'
import { Pagination } from '#ui/table/Pagination.tsx'
import { markRead, pageLimit, useNews } from './news.ts'
import { NewsCard } from './NewsCard.tsx'

/** What the owner has to tell; opening it takes the marks away for the next time. */
export const NewsPage = () => {
  const page = useQueryPage()
  const query = useNews(page)
  const { data } = query
  const hasUnread = data !== undefined && data.unread > 0
  useEffect(() => {
    if (hasUnread) void markRead()
  }, [hasUnread])
  return (
    <>
      <PageHeader title={t({ id: 'page.news', message: 'News' })} />
      <Loaded query={query} loading={<Skeletons heights={[44, 44]} />} />
      {data?.items.length === 0 && (
        <Card>
          <EmptyState heading="h2" title={t({ id: 'news.none', message: 'No news yet' })}>
            {t({ id: 'news.noneText', message: 'Site news appears here.' })}
          </EmptyState>
        </Card>
      )}
      {data && data.items.length > 0 && (
        <div className="grid grid-cols-1 gap-4">
          {data.items.map((item) => (
            <NewsCard key={item._id} item={item} />
          ))}
          <Pagination
            page={page}
            limit={pageLimit}
            totalItems={data.totalItems}
            onPage={(next) => history.push(to('/app/news', { query: { page: next } }))}
          />
        </div>
      )}
    </>
  )
}
