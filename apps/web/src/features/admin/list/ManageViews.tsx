import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { offerUndo } from '#features/admin/kit/undo.ts'
import { useEditor } from '#features/admin/kit/use-editor.ts'
import { useRemoval } from '#features/admin/kit/use-removal.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { valueName, type FieldLook, type Fields } from './fields.ts'
import { savedViews, viewsChanged, type SavedView } from './saved-views.ts'
import type { Filter, ListAddress, Readers } from './url-state.ts'
import { ViewNameDialog } from './ViewNameDialog.tsx'

interface ManageViewsProps<R extends Readers> {
  list: ListAddress<R>
  filter: Filter<R>
  fields: Fields<R>
  views: readonly SavedView[]
  open: boolean
  onClose: () => void
}

/** Renames saved views, puts the present filters into them, and deletes them. */
export const ManageViews = <R extends Readers>({ list, filter, fields, views, open, onClose }: ManageViewsProps<R>) => {
  const editor = useEditor<SavedView>()
  const query = list.queryOf(filter)
  const { replace, removal } = useViewChanges(query, onClose)
  return (
    <>
      <Dialog
        open={open && !editor.open}
        onClose={onClose}
        title={t({ id: 'admin.view.views', message: 'Saved views' })}
      >
        <ul className="grid gap-4">
          {views.map((view) => (
            <li key={view._id} className="grid gap-2 border-line not-last:border-b not-last:pb-4">
              <p className="font-semibold wrap-anywhere">{view.name}</p>
              <p className="text-sm text-muted wrap-anywhere">{partsOf(list, fields, view).join(' · ')}</p>
              <div className="flex flex-wrap gap-2">
                <ViewButton view={view} onClick={() => editor.edit(view)}>
                  {t({ id: 'admin.view.rename', message: 'Rename' })}
                </ViewButton>
                <ViewButton view={view} busy={removal.busyId === view._id} onClick={() => void removal.ask(view)}>
                  {t({ id: 'admin.kit.delete', message: 'Delete' })}
                </ViewButton>
                {query !== '' && query !== list.queryOf(list.filterOf(view.query)) && (
                  <ViewButton view={view} busy={replace.isPending} onClick={() => replace.mutate(view)}>
                    {t({ id: 'admin.view.replace', message: 'Use current filters' })}
                  </ViewButton>
                )}
              </div>
            </li>
          ))}
        </ul>
      </Dialog>
      {list.name && <ViewNameDialog key={editor.formKey} editor={editor} list={list.name} query={query} />}
    </>
  )
}

const useViewChanges = (query: string, onClose: () => void) => {
  const save = (view: SavedView, held: string) =>
    savedViews.calls.editSavedView({ params: { id: view._id }, body: { query: held } })
  const replace = useMutation({
    mutationFn: (view: SavedView) => save(view, query),
    onSuccess: (answer, view) => {
      onClose()
      offerUndo(answer, () => save(view, view.query))
    },
    onSettled: viewsChanged,
  })
  const removal = useRemoval<SavedView>({
    remove: savedViews.calls.removeSavedView,
    question: ({ name }) => ({
      title: t({ id: 'admin.view.delete', message: `Delete view “${name}”?` }),
      text: t({ id: 'admin.view.delete.text', message: 'Only the saved filters are deleted.' }),
    }),
    onSettled: () => void viewsChanged(),
  })
  return { replace, removal }
}

/** What a view shows, in the words of the filter. */
const partsOf = <R extends Readers>(list: ListAddress<R>, fields: Fields<R>, { query }: SavedView): string[] => {
  const filter: Readonly<Record<string, string | undefined>> = list.filterOf(query)
  return Object.entries<FieldLook | undefined>(fields).flatMap(([key, look]) => {
    const value = filter[key]
    return look && value && value !== list.readers[key]?.usual ? [`${look.label}: ${valueName(look, value)}`] : []
  })
}

interface ViewButtonProps {
  view: SavedView
  busy?: boolean
  onClick: () => void
  children: string
}

const ViewButton = ({ view, children, ...rest }: ViewButtonProps) => (
  <Button size="small" {...rest}>
    {children}
    <VisuallyHidden>{` (${view.name})`}</VisuallyHidden>
  </Button>
)
