import { adminSavedView as contract, type SavedView, type SavedViewList } from '@runnel/contract/admin/saved-view'
import type { Result } from '@runnel/contract/route'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { silence } from '#api/silent.ts'

export type { SavedView }

export const savedViews = connect('admin', contract)

const queryKey = savedViews.keyOf('savedViews')

/** The reader's own views of one list; those of all lists come with one call. */
export const useSavedViews = (list: SavedViewList | null): SavedView[] => {
  const { data } = useQuery({
    queryKey,
    // Without them the list is as useful as before, and it tells itself of a network that fails.
    queryFn: ({ signal }) => savedViews.calls.savedViews({ signal: silence(signal) }),
    staleTime: 300_000,
    refetchOnWindowFocus: true,
    enabled: list !== null,
  })
  return data?.views.filter((view) => view.list === list) ?? []
}

export const viewsChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey })

/** Shows a new view before the server is asked again. */
export const viewAdded = (view: SavedView): void => {
  queryClient.setQueryData<Result<typeof contract.savedViews>>(queryKey, (known) => ({
    views: [...(known?.views ?? []), view],
  }))
  void viewsChanged()
}

/** The button that saved a view is gone then; the focus goes on to the view, for those who work by keys. */
export const focusView = (id: string): void =>
  document.querySelector<HTMLElement>(`[data-view="${CSS.escape(id)}"]`)?.focus()
