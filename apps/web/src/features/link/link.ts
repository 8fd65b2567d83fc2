import { link as contract } from '@runnel/contract/earn/link'
import type { Result } from '@runnel/contract/route'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { silence } from '#api/silent.ts'
import { changeMe } from '#features/user/user.ts'

export const link = connect('link', contract)

export type LinkList = Result<typeof contract.list>
export type EndedVisit = Result<typeof contract.verify>
export type LinkDay = Result<typeof contract.statistic>['items'][number]

export const linkList = queryOptions({
  queryKey: link.keyOf('list'),
  staleTime: 0,
  queryFn: async ({ signal }): Promise<LinkList> => {
    const known = queryClient.getQueryData(link.keyOf('list')) !== undefined
    const list = await link.calls.list({ signal: known ? silence(signal) : signal })
    countLeft(list.linkCount)
    return list
  },
})

/** The links of this user; who comes back from a visit by the browser's own button finds them as they are now. */
export const useLinks = () => useQuery({ ...linkList, refetchOnWindowFocus: true })

/** Shows everywhere what a visit that came back has just changed. */
export const applyEndedVisit = ({ reward, balance, linkCount, status }: EndedVisit): void => {
  changeMe((me) => {
    const totalEarned = me.user.totalEarned + reward
    return { ...me, linkCount, user: { ...me.user, balance, totalEarned } }
  })
  void queryClient.invalidateQueries({ queryKey: link.keyOf('list') })
  if (status !== 'paid') return
  for (const endpoint of ['stats', 'statement']) void queryClient.invalidateQueries({ queryKey: ['user', endpoint] })
}

const countLeft = (linkCount: number): void => {
  changeMe((me) => ({ ...me, linkCount }))
}
