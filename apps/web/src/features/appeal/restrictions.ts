import { t } from '@lingui/core/macro'
import type { MeasureKind } from '@runnel/contract/suspect-schemas'

/** What a measure means for its user, in a sentence. */
export function restrictionLabel(kind: MeasureKind): string {
  return {
    challenge: t({ id: 'measure.challenge', message: 'Every claim requires one extra captcha' }),
    reward: t({ id: 'measure.reward', message: 'Claims pay 50% of the usual reward' }),
    review: t({ id: 'measure.review', message: 'Withdrawals are reviewed manually' }),
    cooldown: t({ id: 'measure.cooldown', message: 'Claiming is paused' }),
    lock: t({ id: 'measure.lock', message: 'Account locked' }),
  }[kind]
}
