import { t } from '@lingui/core/macro'
import { actionsColumn } from '#features/admin/kit/columns.tsx'
import type { Removal } from '#features/admin/kit/use-removal.ts'
import { Badge } from '#ui/Badge.tsx'
import { formatDateTime } from '#ui/format.ts'
import type { Column } from '#ui/table/Table.tsx'
import type { AdminNews } from './news.ts'

interface NewsColumnActions {
  onEdit: (news: AdminNews) => void
  removal: Removal<AdminNews>
  now: number
}

export const newsColumns = ({ onEdit, removal, now }: NewsColumnActions): Column<AdminNews>[] => [
  {
    key: 'title',
    header: t({ id: 'admin.news.title', message: 'Title' }),
    role: 'head',
    cell: ({ title, pinned, automatic }) => (
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-semibold wrap-anywhere">{title}</span>
        {pinned && <Badge tone="brand">{t({ id: 'admin.news.pinned', message: 'Pinned' })}</Badge>}
        {automatic && <Badge>{t({ id: 'admin.news.automatic', message: 'Automatic' })}</Badge>}
      </span>
    ),
  },
  {
    key: 'when',
    header: t({ id: 'admin.news.when', message: 'Published' }),
    cell: ({ publishedAt }) => (
      <span className="flex flex-wrap items-center gap-2 max-md:justify-end">
        <time dateTime={publishedAt} className="whitespace-nowrap">
          {formatDateTime(publishedAt)}
        </time>
        {Date.parse(publishedAt) > now && (
          <Badge tone="money">{t({ id: 'admin.news.later', message: 'Scheduled' })}</Badge>
        )}
      </span>
    ),
  },
  actionsColumn<AdminNews>({ name: ({ title }) => title, onEdit, removal }),
]
