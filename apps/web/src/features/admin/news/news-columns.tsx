import { t } from '@lingui/core/macro'
import { IconTrash } from '@tabler/icons-react'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { formatDateTime } from '#ui/format.ts'
import { IconButton } from '#ui/IconButton.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import type { AdminNews, useNewsRemoval } from './news.ts'

interface NewsColumnActions {
  onEdit: (news: AdminNews) => void
  removal: ReturnType<typeof useNewsRemoval>
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
        {pinned && <Badge tone="brand">{t({ id: 'news.pinned', message: 'Pinned' })}</Badge>}
        {automatic && <Badge>{t({ id: 'admin.news.automatic', message: 'Automatic' })}</Badge>}
      </span>
    ),
  },
  {
    key: 'when',
    header: t({ id: 'admin.news.when', message: 'Published' }),
    cell: ({ publishedAt }) => (
      <span className="flex flex-wrap items-center gap-2 max-sm:justify-end">
        <time dateTime={publishedAt} className="whitespace-nowrap">
          {formatDateTime(publishedAt)}
        </time>
        {Date.parse(publishedAt) > now && (
          <Badge tone="money">{t({ id: 'admin.news.later', message: 'Scheduled' })}</Badge>
        )}
      </span>
    ),
  },
  {
    key: 'actions',
    header: t({ id: 'admin.coupon.actions', message: 'Actions' }),
    role: 'actions',
    cell: (row) => (
      <span className="flex items-center gap-1 sm:justify-end">
        <Button size="small" onClick={() => onEdit(row)}>
          {t({ id: 'admin.method.edit', message: 'Edit' })}
          <VisuallyHidden> {row.title}</VisuallyHidden>
        </Button>
        <IconButton
          label={removeText(row.title)}
          icon={<IconTrash aria-hidden="true" />}
          disabled={removal.busyId === row._id}
          onClick={() => void removal.ask(row)}
        />
      </span>
    ),
  },
]

const removeText = (title: string): string => t({ id: 'admin.news.removeNamed', message: `Delete ${title}` })
