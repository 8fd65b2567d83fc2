import type { AdKind, AdTimer, CampaignOption } from '@runnel/contract/advertise'
import type { Settings } from '@runnel/contract/settings/settings'
import { refuseField } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import type { Units } from '#money/amount.ts'
import { viewerReward } from '#money/loop.ts'

/** What is on sale: each kind and length with its price, and the part of it that the viewer gets. */
export const optionsOf = ({ ptc_prices: prices, ptc_viewer_percent: percent }: Settings): CampaignOption[] =>
  prices.map(({ kind, timer, price }) => ({ kind, timer, price, reward: viewerReward(price, percent) }))

/** The option of this kind and length; refuses one that is not sold. */
export const optionFor = ({ kind, timer }: { kind: AdKind; timer: AdTimer }, settings: Settings): CampaignOption =>
  optionsOf(settings).find((option) => option.kind === kind && option.timer === timer) ??
  refuseField('timer', 'OPTION_NOT_SOLD', say('advertise.adTypeViewTime'))

/** What this many views cost; refuses a sum that no balance could hold. */
export const costOf = ({ views, price }: { views: number; price: Units }): Units => {
  const cost = views * price
  return Number.isSafeInteger(cost) ? cost : refuseField('views', 'TOO_MANY_VIEWS', say('advertise.tooManyViewsChoose'))
}
