import { adSeconds, unitsPerMinute } from '@runnel/contract/earn/pace'
import type { ptc, PtcAd, PtcHistory } from '@runnel/contract/earn/ptc'
import type { Result } from '@runnel/contract/route'

export type PtcList = Result<typeof ptc.list>
export type PtcNews = Result<typeof ptc.refresh>

const dayMs = 86_400_000

/** When a viewed ad can be viewed again: as the server said, or a day after it was paid (SPEC.md §4). */
export const returnsAt = ({ availableOn, claimTime }: PtcHistory): number =>
  availableOn === undefined ? Date.parse(claimTime) + dayMs : Date.parse(availableOn)

export const isClaimed = (entry: PtcHistory | undefined, now: number): boolean =>
  entry !== undefined && returnsAt(entry) > now

export interface ShownAd {
  ad: PtcAd
  /** When it comes back, in ms; null while it can be viewed. */
  returns: number | null
}

/** The ads that can be viewed in the server's order, best pay first, and then those that come back, next one first. */
export const sortAds = ({ ads, history }: Pick<PtcList, 'ads' | 'history'>, now: number): ShownAd[] => {
  const viewed = new Map(history.map((entry) => [entry.adId, entry]))
  const shown = ads.map((ad) => ({ ad, returns: claimedUntil(viewed.get(ad._id), now) }))
  const open = shown.filter(({ ad, returns }) => returns === null && ad.remaining > 0)
  const later = shown.filter(({ returns }) => returns !== null)
  return [...open, ...later.toSorted((a, b) => (a.returns ?? 0) - (b.returns ?? 0))]
}

/** The best ad to go on with. */
export const nextAd = (list: PtcList, { except, now }: { except: string; now: number }): PtcAd | null => {
  const other = sortAds(list, now).find(({ ad, returns }) => returns === null && ad._id !== except)
  return other?.ad ?? null
}

/** Puts what changed into the list; null when it names ads that the list does not have. */
export const renewed = (list: PtcList, { ads, history, ptcCount }: PtcNews): PtcList | null => {
  const remaining = new Map(ads.map((ad) => [ad._id, ad.remaining]))
  const known = new Set(list.ads.map((ad) => ad._id))
  if (ads.some((ad) => !known.has(ad._id))) return null
  const left = list.ads.map((ad) => ({ ...ad, remaining: remaining.get(ad._id) ?? 0 }))
  return { ...list, ads: left, history, ptcCount }
}

/** What a minute of this ad pays. */
export const rewardPerMinute = ({ reward, timer }: Pick<PtcAd, 'reward' | 'timer'>): number =>
  unitsPerMinute(reward, adSeconds(timer))

const claimedUntil = (entry: PtcHistory | undefined, now: number): number | null =>
  entry !== undefined && isClaimed(entry, now) ? returnsAt(entry) : null
