import { t } from '@lingui/core/macro'
import type { AdminTaskCategory } from '@runnel/contract/admin/task'
import { IconEdit, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryError } from '#base/Loaded.tsx'
import { admin } from '#features/admin/admin.ts'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { formatNumber } from '#ui/format.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Table, type Column } from '#ui/table/Table.tsx'
import { CategoryDialog } from './CategoryDialog.tsx'

/** The kinds of tasks with the least that each pays; the owner of the site alone sets them up. */
export const TaskCategories = () => {
  const query = useQuery(admin.query('taskCategories'))
  const { data, error } = query
  const [open, setOpen] = useState<AdminTaskCategory | 'new' | null>(null)
  const title = t({ id: 'admin.category.title', message: 'Categories' })
  if (!data && error) return <QueryError query={query} />
  const last = Math.max(0, ...(data?.categories ?? []).map(({ position }) => position))
  return (
    <Card
      flush
      title={title}
      action={
        <Button size="small" icon={<IconPlus aria-hidden="true" />} onClick={() => setOpen('new')}>
          {t({ id: 'admin.category.add', message: 'Add category' })}
        </Button>
      }
    >
      <Table
        caption={title}
        columns={columns(setOpen)}
        rows={data?.categories ?? []}
        rowKey={({ _id }) => _id}
        loadingRows={data ? 0 : 4}
        empty={
          <EmptyState title={t({ id: 'admin.category.none', message: 'No categories yet' })}>
            {t({ id: 'admin.category.noneText', message: 'Users can’t create tasks until you add a category.' })}
          </EmptyState>
        }
      />
      <CategoryDialog
        key={open === null || open === 'new' ? String(open) : open._id}
        category={open === 'new' ? undefined : (open ?? undefined)}
        position={Math.min(1_000, last + 1)}
        open={open !== null}
        onClose={() => setOpen(null)}
      />
    </Card>
  )
}

const columns = (onEdit: (category: AdminTaskCategory) => void): Column<AdminTaskCategory>[] => [
  {
    key: 'name',
    header: t({ id: 'admin.category.name', message: 'Name' }),
    role: 'head',
    cell: ({ name, enabled }) => (
      <span className="flex flex-wrap items-center gap-2">
        {name}
        {!enabled && <Badge>{t({ id: 'admin.category.closed', message: 'Closed' })}</Badge>}
      </span>
    ),
  },
  {
    key: 'least',
    header: t({ id: 'admin.category.least', message: 'Minimum reward' }),
    cell: ({ minReward }) => <Amount units={minReward} show="both" />,
  },
  {
    key: 'tasks',
    header: t({ id: 'admin.category.tasks', message: 'Active tasks' }),
    align: 'end',
    cell: ({ tasks }) => <span className="figures">{formatNumber(tasks)}</span>,
  },
  {
    key: 'position',
    header: t({ id: 'admin.category.position', message: 'Position' }),
    align: 'end',
    cell: ({ position }) => <span className="figures">{formatNumber(position)}</span>,
  },
  {
    key: 'actions',
    header: t({ id: 'admin.category.edit', message: 'Edit' }),
    role: 'actions',
    cell: (category) => {
      const { name } = category
      return (
        <IconButton
          label={t({ id: 'admin.category.editOne', message: `Edit ${name}` })}
          icon={<IconEdit aria-hidden="true" />}
          onClick={() => onEdit(category)}
        />
      )
    },
  },
]
