import { t } from '@lingui/core/macro'
import { type NewsItem, news as contract } from '@runnel/contract/news'
import { IconPin } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { silence } from '#api/silent.ts'
import { history } from '#base/history.ts'
import { Loaded } from '#base/Loaded.tsx'
import { to } from '#base/paths.ts'
import { useQueryPage } from '#base/route.ts'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { formatDate } from '#ui/format.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Prose } from '#ui/Prose.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeletons } from '#ui/state/Skeleton.tsx'
import { Pagination } from '#ui/table/Pagination.tsx'

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

/** One piece of news, marked when it is new or held at the top. */
const NewsCard = ({ item: { title, html, pinned, publishedAt, unread } }: { item: NewsItem }) => (
  <article className="card">
    <header className="mb-3 grid gap-1">
      <h2 className="wrap-anywhere">{title}</h2>
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <time dateTime={publishedAt}>{formatDate(publishedAt)}</time>
        {unread && (
          <Badge tone="brand" dot>
            {t({ id: 'news.new', message: 'New' })}
          </Badge>
        )}
        {pinned && (
          <span className="flex items-center gap-1">
            <IconPin className="size-5" aria-hidden="true" />
            {t({ id: 'news.pinned', message: 'Pinned' })}
          </span>
        )}
      </p>
    </header>
    <Prose html={html} />
  </article>
)

const news = connect('news', contract)

const pageLimit = 10

/** A page of the news. It is not asked again by itself, so that the marks of what is new stay while one reads. */
const useNews = (page: number) =>
  useQuery({
    ...news.query('list', { query: { page: String(page), limit: String(pageLimit) } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })

/** Whoever has opened the page has read it; when that cannot be written down it is simply new once more. */
const markRead = async (): Promise<void> => {
  await news.calls.read({ signal: silence(new AbortController().signal) }).catch(() => undefined)
  // What lists the news keeps its marks until it is opened again; the dashboard counts anew.
  void queryClient.invalidateQueries({ queryKey: ['dashboard'] })
  void queryClient.invalidateQueries({ queryKey: news.keyOf('list'), refetchType: 'none' })
}
