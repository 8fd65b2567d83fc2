import { news as contract } from '@runnel/contract/news'
import type { Result } from '@runnel/contract/route'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { silence } from '#api/silent.ts'

export const news = connect('news', contract)

export type NewsPageAnswer = Result<typeof contract.list>

export const pageLimit = 10

/** A page of the news. It is not asked again by itself, so that the marks of what is new stay while one reads. */
export const useNews = (page: number) =>
  useQuery({
    ...news.query('list', { query: { page: String(page), limit: String(pageLimit) } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })

/** Whoever has opened the page has read it; when that cannot be written down it is simply new once more. */
export const markRead = async (): Promise<void> => {
  await news.calls.read({ signal: silence(new AbortController().signal) }).catch(() => undefined)
  // What lists the news keeps its marks until it is opened again; the dashboard counts anew.
  void queryClient.invalidateQueries({ queryKey: ['dashboard'] })
  void queryClient.invalidateQueries({ queryKey: news.keyOf('list'), refetchType: 'none' })
}
