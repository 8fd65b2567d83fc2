import { t } from '@lingui/core/macro'
import { IconBookmark, IconPencil } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useEditor } from '#features/admin/kit/use-editor.ts'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/form/Chip.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import type { Fields } from './fields.ts'
import { ManageViews } from './ManageViews.tsx'
import { useSavedViews, type SavedView } from './saved-views.ts'
import type { Filter, ListAddress, Readers } from './url-state.ts'
import { ViewNameDialog } from './ViewNameDialog.tsx'

interface SaveViewProps<R extends Readers> {
  list: ListAddress<R>
  filter: Filter<R>
}

interface SavedViewsProps<R extends Readers> extends SaveViewProps<R> {
  /** How the parts of the filter look: a view is described by them. */
  fields: Fields<R>
}

/** The saved views of a list, each a tap away; nothing where there are none. */
export const SavedViews = <R extends Readers>({ list, filter, fields }: SavedViewsProps<R>) => {
  const views = useSavedViews(list.name)
  return views.length === 0 ? null : <ViewRow {...{ list, filter, fields, views }} />
}

const ViewRow = <R extends Readers>({
  views,
  list,
  filter,
  fields,
}: SavedViewsProps<R> & { views: readonly SavedView[] }) => {
  const [isManaging, setIsManaging] = useState(false)
  // With the last view the dialog and its button are gone; whoever works by keys goes on at the page.
  useEffect(() => (isManaging ? keepFocus : undefined), [isManaging])
  return (
    <div className="flex min-w-0 items-start gap-2">
      {/* On a phone one row that scrolls, so that many of them leave space for the list. */}
      <div role="group" aria-label={t({ id: 'admin.view.views', message: 'Saved views' })} className={rowLook}>
        {views.map((view) => (
          <ViewChip key={view._id} {...{ list, filter, view }} />
        ))}
      </div>
      <IconButton
        className="-mt-1"
        label={t({ id: 'admin.view.manage', message: 'Manage saved views' })}
        icon={<IconPencil aria-hidden="true" />}
        onClick={() => setIsManaging(true)}
      />
      <ManageViews {...{ list, filter, fields, views }} open={isManaging} onClose={() => setIsManaging(false)} />
    </div>
  )
}

const keepFocus = () => {
  if (document.activeElement === document.body) document.getElementById('main')?.focus()
}

const rowLook = '-m-1 flex min-w-0 grow gap-2 p-1 *:shrink-0 max-sm:overflow-x-auto sm:flex-wrap'

const ViewChip = <R extends Readers>({ list, filter, view }: SaveViewProps<R> & { view: SavedView }) => {
  const isCurrent = isShown(list, filter, view)
  return (
    <Chip
      data-view={view._id}
      title={view.name}
      aria-current={isCurrent || undefined}
      onClick={() => list.show(list.filterOf(view.query), { replace: isCurrent })}
    >
      <span className="max-w-48 truncate">{view.name}</span>
    </Chip>
  )
}

/** Saves what narrows the list, unless a view holds the same already. */
export const SaveView = <R extends Readers>({ list, filter }: SaveViewProps<R>) => {
  const views = useSavedViews(list.name)
  const editor = useEditor<SavedView>()
  if (list.name === null) return null
  return (
    <>
      {list.isFiltered(filter) && !views.some((view) => isShown(list, filter, view)) && (
        <Button size="small" variant="quiet" icon={<IconBookmark aria-hidden="true" />} onClick={editor.add}>
          {t({ id: 'admin.view.save', message: 'Save view' })}
        </Button>
      )}
      <ViewNameDialog key={editor.formKey} editor={editor} list={list.name} query={list.queryOf(filter)} />
    </>
  )
}

const isShown = <R extends Readers>(list: ListAddress<R>, filter: Filter<R>, { query }: SavedView): boolean =>
  list.queryOf(list.filterOf(query)) === list.queryOf(filter)
