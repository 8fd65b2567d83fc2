import { t } from '@lingui/core/macro'
import type { MeasureKind } from '@runnel/contract/suspect-parts'

/** What a measure means for its user, in a sentence. */
export function measureName(kind: MeasureKind): string {
  return {
    challenge: t({ id: 'measure.challenge', message: 'Each claim asks for one more picture check' }),
    reward: t({ id: 'measure.reward', message: 'Claims pay half of the usual reward' }),
    review: t({ id: 'measure.review', message: 'A person looks at each withdrawal before it is paid' }),
    cooldown: t({ id: 'measure.cooldown', message: 'You cannot claim for now' }),
    lock: t({ id: 'measure.lock', message: 'Your account is locked' }),
  }[kind]
}
