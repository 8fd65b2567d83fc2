import { t } from '@lingui/core/macro'
import { admin as contract } from '@runnel/contract/admin/admin'
import type { AdminTaskCategory } from '@runnel/contract/admin/task'
import { CATEGORY_NAME_MAX } from '@runnel/contract/task/schemas'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useContractForm } from '#base/contract-form.ts'
import { admin, invalidateAdmin } from '#features/admin/admin.ts'
import { invalidateTasks as askTasksAgain } from '#features/task/task.ts'
import { Button } from '#ui/Button.tsx'
import { unitsFromText } from '#ui/form/amount-text.ts'
import { Switch } from '#ui/form/Switch.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'

interface CategoryDialogProps {
  /** Undefined for a new one. */
  category: AdminTaskCategory | undefined
  /** Where a new one stands. */
  position: number
  open: boolean
  onClose: () => void
}

/** A field of the form holds text, so numbers are read out of it before the contract's rule is asked. */
const written = <T extends z.ZodMiniType<unknown, number>>(rule: T) =>
  z.pipe(
    z.transform((text: string) => unitsFromText(text) ?? Number.NaN),
    rule,
  )

const { name, minReward, position: place, enabled } = contract.addTaskCategory.body.shape
const schema = z.object({ name, minReward: written(minReward), position: written(place), enabled })

/** A kind of tasks: its name, the least that it pays, and whether new tasks can be of it. */
export const CategoryDialog = ({ category, position, open, onClose }: CategoryDialogProps) => {
  const form = useCategoryForm(category, position)
  const save = useMutation({
    mutationFn: (body: z.output<typeof schema>) =>
      category
        ? admin.calls.editTaskCategory({ params: { id: category._id }, body })
        : admin.calls.addTaskCategory({ body }),
    onSuccess: async () => {
      onClose()
      await Promise.all([invalidateAdmin('taskCategories'), askTasksAgain('categories', 'list')])
    },
    onError: form.refused,
  })
  const send = () => {
    const parsed = z.safeParse(schema, form.values)
    if (parsed.success) save.mutate(parsed.data)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={
        category
          ? t({ id: 'admin.category.editTitle', message: 'Edit category' })
          : t({ id: 'admin.category.add', message: 'Add category' })
      }
      actions={
        <>
          <Button onClick={onClose}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
          <Button type="submit" form={form.id} variant="primary" busy={save.isPending}>
            {t({ id: 'admin.category.save', message: 'Save' })}
          </Button>
        </>
      }
    >
      <form id={form.id} className="form" noValidate onSubmit={form.onSubmit(send)}>
        <Fields form={form} />
      </form>
    </Dialog>
  )
}

const Fields = ({ form }: { form: ReturnType<typeof useCategoryForm> }) => (
  <>
    <TextInput
      label={t({ id: 'admin.category.name', message: 'Name' })}
      maxLength={CATEGORY_NAME_MAX}
      autoComplete="off"
      {...form.getInputProps('name')}
    />
    <TextInput
      label={t({ id: 'admin.category.leastUnits', message: 'Minimum reward (units)' })}
      hint={t({ id: 'admin.category.least.hint', message: 'Existing tasks keep their reward.' })}
      inputMode="numeric"
      autoComplete="off"
      {...form.getInputProps('minReward')}
    />
    <TextInput
      label={t({ id: 'admin.category.position', message: 'Position' })}
      inputMode="numeric"
      autoComplete="off"
      {...form.getInputProps('position')}
    />
    <Switch
      label={t({ id: 'admin.category.open', message: 'Accept new tasks' })}
      checked={form.values.enabled}
      onChecked={(isOpen) => form.setFieldValue('enabled', isOpen)}
    />
  </>
)

const useCategoryForm = (category: AdminTaskCategory | undefined, position: number) =>
  useContractForm({
    schema,
    initialValues: {
      name: category?.name ?? '',
      minReward: String(category?.minReward ?? 100),
      position: String(category?.position ?? position),
      enabled: category?.enabled ?? true,
    },
    sentences: () => ({
      name: t({ id: 'admin.category.name.wrong', message: `Enter a name of 2 to ${CATEGORY_NAME_MAX} characters.` }),
      minReward: t({ id: 'admin.category.least.wrong', message: 'Enter a whole number of units, at least 1.' }),
      position: t({ id: 'admin.category.position.wrong', message: 'Enter a number from 0 to 1,000.' }),
      enabled: '',
    }),
  })
