import { ptc as contract, type PtcAd } from '@runnel/contract/earn/ptc'
import type { Result } from '@runnel/contract/route'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { silence } from '#api/silent.ts'
import { to } from '#base/paths.ts'
import { changeMe } from '#features/user/user.ts'
import { renewed, type PtcList } from './history.ts'

export const ptc = connect('ptc', contract)

export type OpenedAd = Result<typeof contract.open>
export type PaidView = Result<typeof contract.verify>

/** How often the list asks for what changed while somebody looks at it. */
const newsMs = 30_000

export const adList = queryOptions({
  queryKey: ptc.keyOf('list'),
  staleTime: 0,
  queryFn: async ({ signal }): Promise<PtcList> => {
    const known = queryClient.getQueryData(ptc.keyOf('list')) !== undefined
    const list = await ptc.calls.list({ signal: known ? silence(signal) : signal })
    countUnclaimed(list.ptcCount)
    return list
  },
})

/** The ads of this user, and what changes about them while the page stands open. */
export const useAds = () => {
  useEffect(() => {
    const ask = () => void (document.visibilityState === 'visible' && invalidateNews())
    const timer = setInterval(ask, newsMs)
    window.addEventListener('focus', ask)
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', ask)
    }
  }, [])
  return useQuery(adList)
}

const invalidateNews = async (): Promise<void> => {
  if (queryClient.getQueryData(adList.queryKey) === undefined) return
  const news = await ptc.calls.refresh({ signal: silence(new AbortController().signal) }).catch(() => null)
  const list = queryClient.getQueryData(adList.queryKey)
  if (!news || !list) return
  const now = renewed(list, news)
  if (now === null) return queryClient.invalidateQueries({ queryKey: adList.queryKey })
  queryClient.setQueryData(adList.queryKey, now)
  countUnclaimed(news.ptcCount)
}

/** Shows everywhere what a paid view has just changed. */
export const applyView = (adId: string, { reward, balance, history, ptcCount }: PaidView): void => {
  queryClient.setQueryData(adList.queryKey, (known) => {
    if (!known) return known
    const others = known.history.filter((entry) => entry.adId !== adId)
    const ads = known.ads.map((ad) => (ad._id === adId ? { ...ad, remaining: Math.max(0, ad.remaining - 1) } : ad))
    const today = { count: known.today.count + 1, earned: known.today.earned + reward }
    return { ads, history: [...others, history], ptcCount, today }
  })
  changeMe((me) => {
    const totalEarned = me.user.totalEarned + reward
    return { ...me, ptcCount, user: { ...me.user, balance, totalEarned } }
  })
  for (const endpoint of ['stats', 'statement']) void queryClient.invalidateQueries({ queryKey: ['user', endpoint] })
}

/** Pages that show an ad beside its timer; one of kind `window` is opened from a page of its own. */
export const viewPaths = {
  iframe: '/app/ptc/iframe/{ad_id}',
  youtube: '/app/ptc/youtube/{ad_id}',
  video: '/app/ptc/video/{ad_id}',
} as const

/** Where an ad is viewed. */
export const viewAddress = (ad: Pick<PtcAd, '_id' | 'kind'>): string => {
  if (ad.kind === 'window') return to('/app/ptc/redirect', { query: { id: ad._id } })
  return to(viewPaths[ad.kind], { params: { ad_id: ad._id } })
}

const countUnclaimed = (ptcCount: number): void => {
  changeMe((me) => ({ ...me, ptcCount }))
}
