import { t } from '@lingui/core/macro'
import type { Tone } from '#ui/tone.ts'
import type { ContactState } from './contacts.ts'

export const contactTone: Record<ContactState, Tone> = { open: 'warn', answered: 'good', closed: 'plain' }

export const stateLabel = (state: ContactState): string => {
  switch (state) {
    case 'open':
      return t({ id: 'admin.contact.open', message: 'Open' })
    case 'answered':
      return t({ id: 'admin.contact.answered', message: 'Answered' })
    case 'closed':
      return t({ id: 'admin.contact.closed', message: 'Closed' })
  }
}
