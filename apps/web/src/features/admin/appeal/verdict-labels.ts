import { t } from '@lingui/core/macro'
import type { AppealVerdict } from '@runnel/contract/suspect-schemas'
import type { Tone } from '#ui/tone.ts'

export const verdictTone: Record<AppealVerdict, Tone> = { release: 'good', keep: 'bad', shorten: 'warn' }

/** What was decided about an appeal. */
export const verdictName = (verdict: AppealVerdict): string => {
  switch (verdict) {
    case 'release':
      return t({ id: 'admin.appeal.released', message: 'Approved' })
    case 'keep':
      return t({ id: 'admin.appeal.kept', message: 'Denied' })
    case 'shorten':
      return t({ id: 'admin.appeal.shortened', message: 'Shortened' })
  }
}
