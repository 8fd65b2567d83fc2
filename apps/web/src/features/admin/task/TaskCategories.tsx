import { t } from '@lingui/core/macro'
import type { AdminTaskCategory } from '@runnel/contract/admin/task'
import { IconEdit, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { admin } from '#features/admin/admin.ts'
import { ResourceTable } from '#features/admin/kit/ResourceTable.tsx'
import { useEditor } from '#features/admin/kit/use-editor.ts'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { formatNumber } from '#ui/format.ts'
import { IconButton } from '#ui/IconButton.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { CategoryDialog } from './CategoryDialog.tsx'

/** The kinds of tasks with the least that each pays; the owner of the site alone sets them up. */
export const TaskCategories = () => {
  const answer = useQuery(admin.query('taskCategories'))
  const editor = useEditor<AdminTaskCategory>()
  const last = Math.max(0, ...(answer.data?.categories ?? []).map(({ position }) => position))
  return (
    <>
      <ResourceTable
        title={t({ id: 'admin.category.title', message: 'Categories' })}
        answer={answer}
        rows={answer.data?.categories}
        columns={columns(editor.edit)}
        loadingRows={4}
        add={
          <Button size="small" icon={<IconPlus aria-hidden="true" />} onClick={editor.add}>
            {t({ id: 'admin.category.add', message: 'Add category' })}
          </Button>
        }
        empty={{
          title: t({ id: 'admin.category.none', message: 'No categories yet' }),
          text: t({ id: 'admin.category.noneText', message: 'Users can’t create tasks until you add a category.' }),
        }}
      />
      <CategoryDialog key={editor.formKey} editor={editor} position={Math.min(1_000, last + 1)} />
    </>
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
