import { t } from '@lingui/core/macro'
import type { NewsItem } from '@runnel/contract/news'
import { IconPin } from '@tabler/icons-react'
import { Badge } from '#ui/Badge.tsx'
import { formatDate } from '#ui/format.ts'
import { Prose } from '#ui/Prose.tsx'

/** One piece of news, marked when it is new or held at the top. */
export const NewsCard = ({ item: { title, html, pinned, publishedAt, unread } }: { item: NewsItem }) => (
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
