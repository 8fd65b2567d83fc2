import { t } from '@lingui/core/macro'
import {
  markFamilies,
  type AccountState,
  type EdgeKind,
  type MarkFamily,
  type MeasureKind,
} from '@runnel/contract/suspect-schemas'
import type { Tone } from '#ui/tone.ts'

/** How an account stands, in a word that a colour never replaces. */
export const stateName = (state: AccountState): string => {
  switch (state) {
    case 'active':
      return t({ id: 'admin.state.active', message: 'free' })
    case 'measured':
      return t({ id: 'admin.state.measured', message: 'restricted' })
    case 'locked':
      return t({ id: 'admin.state.locked', message: 'locked' })
  }
}

export const stateTone: Record<AccountState, Tone> = { active: 'good', measured: 'warn', locked: 'bad' }

/** What ties two accounts. */
export const edgeName = (kind: EdgeKind): string => {
  switch (kind) {
    case 'device':
      return t({ id: 'admin.edge.device', message: 'Same device' })
    case 'network':
      return t({ id: 'admin.edge.network', message: 'Same network' })
    case 'payout':
      return t({ id: 'admin.edge.payout', message: 'Same withdrawal address' })
    case 'referral':
      return t({ id: 'admin.edge.referral', message: 'Referred by' })
    case 'timing':
      return t({ id: 'admin.edge.timing', message: 'Same activity times' })
  }
}

/** What is done about an account. */
export const restrictionLabel = (kind: MeasureKind): string => {
  switch (kind) {
    case 'challenge':
      return t({ id: 'admin.measure.challenge', message: 'Captcha on every claim' })
    case 'reward':
      return t({ id: 'admin.measure.reward', message: 'Rewards withheld earlier' })
    case 'review':
      return t({ id: 'admin.measure.review', message: 'Manual payout review' })
    case 'cooldown':
      return t({ id: 'admin.measure.cooldown', message: 'Cooldown' })
    case 'lock':
      return t({ id: 'admin.measure.lock', message: 'Locked' })
  }
}

/** A kind of evidence; one that this version does not know is told as the server calls it. */
export const familyName = (family: string): string => {
  const known = markFamilies.find((name) => name === family)
  return known === undefined ? family : knownFamily(known)
}

export const knownFamily = (family: MarkFamily): string => {
  switch (family) {
    case 'answers':
      return t({ id: 'admin.family.answers', message: 'Answers' })
    case 'payout':
      return t({ id: 'admin.family.payout', message: 'Withdrawal address' })
    case 'place':
      return t({ id: 'admin.family.place', message: 'Device and network' })
    case 'sync':
      return t({ id: 'admin.family.sync', message: 'Synchronized activity' })
    case 'pace':
      return t({ id: 'admin.family.pace', message: 'Speed' })
    case 'client':
      return t({ id: 'admin.family.client', message: 'Browser' })
    default:
      return laterFamily(family)
  }
}

type LaterFamily = Exclude<MarkFamily, 'answers' | 'payout' | 'place' | 'sync' | 'pace' | 'client'>

const laterFamily = (family: LaterFamily): string => {
  switch (family) {
    case 'network':
      return t({ id: 'admin.family.network', message: 'Network' })
    case 'traps':
      return t({ id: 'admin.family.traps', message: 'Traps' })
    case 'links':
      return t({ id: 'admin.family.links', message: 'Shortlinks' })
    case 'ptc':
      return t({ id: 'admin.family.ptc', message: 'Ads' })
    case 'referral':
      return t({ id: 'admin.family.referral', message: 'Referrals' })
    case 'cluster':
      return t({ id: 'admin.family.cluster', message: 'Account cluster' })
  }
}
