import { t } from '@lingui/core/macro'
import { admin as contract } from '@runnel/contract/admin/admin'
import type { AdminTaskCategory } from '@runnel/contract/admin/task'
import { CATEGORY_NAME_MAX } from '@runnel/contract/task/schemas'
import { admin, invalidateAdmin } from '#features/admin/admin.ts'
import { NumberField, SwitchField, TextField } from '#features/admin/kit/fields.tsx'
import { ResourceDialog } from '#features/admin/kit/ResourceDialog.tsx'
import type { Editor } from '#features/admin/kit/use-editor.ts'
import { useResourceForm } from '#features/admin/kit/use-resource-form.ts'
import { Translations } from '#features/admin/shared/Translations.tsx'
import { invalidateTasks } from '#features/task/task.ts'

interface CategoryDialogProps {
  editor: Editor<AdminTaskCategory>
  /** Where a new one stands. */
  position: number
}

/** A kind of tasks: its name, the least that it pays, and whether new tasks can be of it. */
export const CategoryDialog = ({ editor, position }: CategoryDialogProps) => {
  const form = useCategoryForm({ editor, position })
  return (
    <ResourceDialog
      {...{ editor, form }}
      title={
        editor.existing
          ? t({ id: 'admin.category.editTitle', message: 'Edit category' })
          : t({ id: 'admin.category.add', message: 'Add category' })
      }
    >
      <TextField
        form={form}
        name="name"
        label={t({ id: 'admin.category.name', message: 'Name' })}
        maxLength={CATEGORY_NAME_MAX}
      />
      <NumberField
        form={form}
        name="minReward"
        label={t({ id: 'admin.category.leastUnits', message: 'Minimum reward (units)' })}
        hint={t({ id: 'admin.category.least.hint', message: 'Existing tasks keep their reward.' })}
      />
      <NumberField form={form} name="position" label={t({ id: 'admin.category.position', message: 'Position' })} />
      <SwitchField form={form} name="enabled" label={t({ id: 'admin.category.open', message: 'Accept new tasks' })} />
      {editor.existing && <Translations kind="category" subject={editor.existing._id} />}
    </ResourceDialog>
  )
}

const fresh: Omit<AdminTaskCategory, '_id' | 'tasks'> = { name: '', minReward: 100, position: 0, enabled: true }

const useCategoryForm = ({ editor, position }: CategoryDialogProps) =>
  useResourceForm({
    existing: editor.existing,
    fresh: { ...fresh, position },
    body: contract.addTaskCategory.body,
    sentences: () => ({
      name: t({ id: 'admin.category.name.wrong', message: `Enter a name of 2 to ${CATEGORY_NAME_MAX} characters.` }),
      minReward: t({ id: 'admin.category.least.wrong', message: 'Enter a whole number of units, at least 1.' }),
      position: t({ id: 'admin.category.position.wrong', message: 'Enter a number from 0 to 1,000.' }),
    }),
    add: admin.calls.addTaskCategory,
    edit: admin.calls.editTaskCategory,
    onSaved: () => {
      editor.close()
      void Promise.all([invalidateAdmin('taskCategories'), invalidateTasks('categories', 'list')])
    },
  })
