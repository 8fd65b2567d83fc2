import type { LinkSort, Shortlink } from '@runnel/contract/earn/link'
import { unitsPerMinute } from '@runnel/contract/earn/pace'
import type { LinkList } from './link.ts'

/** In the order in which they are offered; the first is what most people want. */
export const sorts = ['auto', 'reward', 'duration'] as const satisfies readonly LinkSort[]

/** A link with what is left of it today. */
export interface ShownLink {
  link: Shortlink
  left: number
  isOpen: boolean
}

const perSecond = ({ reward, avgDuration }: Shortlink) => reward / Math.max(1, avgDuration)

const orders: Record<LinkSort, (a: Shortlink, b: Shortlink) => number> = {
  auto: (a, b) => b.priority - a.priority || perSecond(b) - perSecond(a),
  reward: (a, b) => b.reward - a.reward || a.avgDuration - b.avgDuration,
  duration: (a, b) => a.avgDuration - b.avgDuration || b.reward - a.reward,
}

/** Those that can be visited now by the wanted order, then the others. */
export const sortLinks = ({ links, history }: Pick<LinkList, 'links' | 'history'>, sort: LinkSort): ShownLink[] => {
  const counts = new Map(history.map(({ _id, count }) => [_id, count]))
  const shown = links.toSorted(orders[sort]).map((link) => {
    const left = Math.max(0, link.maxView - (counts.get(link._id) ?? 0))
    return { link, left, isOpen: left > 0 && link.closed === null }
  })
  return [...shown.filter(({ isOpen }) => isOpen), ...shown.filter(({ isOpen }) => !isOpen)]
}

/** The best link to go on with. */
export const nextLink = (list: Pick<LinkList, 'links' | 'history'>, except?: string): Shortlink | null => {
  const found = sortLinks(list, 'auto').find(({ link, isOpen }) => isOpen && link._id !== except)
  return found?.link ?? null
}

/** What a minute of this link pays. */
export const rewardPerMinute = ({ reward, avgDuration }: Shortlink): number => unitsPerMinute(reward, avgDuration)
