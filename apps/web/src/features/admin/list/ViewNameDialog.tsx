import { t } from '@lingui/core/macro'
import { adminSavedView as contract, VIEW_NAME_MAX, type SavedViewList } from '@runnel/contract/admin/saved-view'
import { TextField } from '#features/admin/kit/fields.tsx'
import { ResourceDialog } from '#features/admin/kit/ResourceDialog.tsx'
import type { Editor } from '#features/admin/kit/use-editor.ts'
import { useResourceForm } from '#features/admin/kit/use-resource-form.ts'
import { useAfterDraw } from '#ui/timer/use-after-draw.ts'
import { focusView, savedViews, viewAdded, viewsChanged, type SavedView } from './saved-views.ts'

interface ViewNameDialogProps {
  editor: Editor<SavedView>
  list: SavedViewList
  /** What a new one holds. */
  query: string
}

/** Saves what narrows a list under a name, or gives a saved view another one. */
export const ViewNameDialog = ({ editor, list, query }: ViewNameDialogProps) => {
  const afterDraw = useAfterDraw()
  const form = useResourceForm({
    existing: editor.existing,
    fresh: { name: '' },
    body: contract.addSavedView.body,
    bodyOf: ({ name }) => ({ list, name, query }),
    sentences: () => ({ name: t({ id: 'admin.view.name.wrong', message: 'Enter 1 to 40 characters.' }) }),
    add: savedViews.calls.addSavedView,
    edit: savedViews.calls.editSavedView,
    onSaved: (added) => {
      editor.close()
      if (added === undefined) return void viewsChanged()
      viewAdded(added.view)
      afterDraw(() => focusView(added.view._id))
    },
  })
  return (
    <ResourceDialog
      {...{ editor, form }}
      focusFirst
      title={
        editor.existing
          ? t({ id: 'admin.view.rename.title', message: 'Rename view' })
          : t({ id: 'admin.view.save', message: 'Save view' })
      }
    >
      <TextField
        form={form}
        name="name"
        label={t({ id: 'admin.view.name', message: 'Name' })}
        hint={t({ id: 'admin.view.name.hint', message: 'Only you see your saved views, on all your devices.' })}
        maxLength={VIEW_NAME_MAX}
      />
    </ResourceDialog>
  )
}
