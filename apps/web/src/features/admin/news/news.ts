import { plural, t } from '@lingui/core/macro'
import { NewsAuthor, NewsState, type AdminNews } from '@runnel/contract/news'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { silence } from '#api/silent.ts'
import { to } from '#base/paths.ts'
import { admin, invalidateAdmin } from '#features/admin/admin.ts'
import { useRemoval } from '#features/admin/kit/use-removal.ts'
import { listAt, listQuery, oneOf, onPage, words, type ListState } from '#features/admin/list/url-state.ts'
import { confirm } from '#ui/overlay/confirm.ts'

export type { AdminNews }

const readers = { search: words(100), state: oneOf(NewsState.options), by: oneOf(NewsAuthor.options) }

export const newsList = listAt((query) => to('/app/admin/news', { query }), readers, 'news')

export const useAllNews = ({ filter, page }: ListState<typeof readers>) =>
  useQuery({ ...admin.query('news', { query: { ...filter, ...onPage(page) } }), ...listQuery })

export const newsChanged = (): void => {
  void invalidateAdmin('news', 'settingAudit')
  for (const area of ['news', 'dashboard']) void queryClient.invalidateQueries({ queryKey: [area] })
}

/** Takes news away once that was confirmed. */
export const useNewsRemoval = ({ onDone }: { onDone: () => void }) => {
  const removeMany = useMutation({
    mutationFn: (ids: string[]) => admin.calls.removeManyNews({ body: { ids } }),
    onSuccess: onDone,
    onSettled: newsChanged,
  })
  const one = useRemoval({ remove: admin.calls.removeNews, question, onSettled: newsChanged })
  const askMany = async (chosen: readonly AdminNews[]) => {
    const [first] = chosen
    if (!first || chosen.length === 1) return first && one.ask(first)
    const titles = chosen.map((news) => news.title).join(', ')
    const title = t({
      id: 'admin.news.removeMany',
      message: plural(chosen.length, { one: 'Delete # post?', other: 'Delete # posts?' }),
    })
    const confirmLabel = t({ id: 'admin.news.delete', message: 'Delete' })
    if (await confirm({ title, text: `${titles}. ${finalText()}`, confirmLabel, danger: true }))
      removeMany.mutate(chosen.map(({ _id }) => _id))
    return undefined
  }
  return { one, askMany, isBusy: removeMany.isPending }
}

const question = ({ title }: AdminNews) => ({
  title: t({ id: 'admin.news.remove.ask', message: `Delete “${title}”?` }),
  text: finalText(),
})

const finalText = () => t({ id: 'admin.news.remove.text', message: 'This can’t be undone.' })

/** As people will see it; the server takes a first heading for the title, which news has in a field of its own. */
export const previewOf = (markdown: string) => {
  const body = { name: 'faq' as const, markdown: `# News\n\n${markdown}` }
  return queryOptions({
    queryKey: admin.keyOf('previewContent', { body }),
    queryFn: ({ signal }) => admin.calls.previewContent({ body, signal: silence(signal) }),
    staleTime: 60_000,
    gcTime: 60_000,
  })
}
