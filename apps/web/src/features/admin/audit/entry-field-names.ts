import { t } from '@lingui/core/macro'

/** A part of what was done to people, money or news, as the log names it; what has no words as it was written down. */
export const entryFieldName = (name: string): string => {
  switch (name) {
    case 'reason':
      return t({ id: 'admin.reason', message: 'Reason' })
    case 'until':
      return t({ id: 'admin.part.until', message: 'Until' })
    case 'status':
    case 'state':
      return t({ id: 'admin.column.status', message: 'Status' })
    case 'note':
      return t({ id: 'admin.release.note', message: 'Note' })
    case 'amount':
      return t({ id: 'admin.approval.amount', message: 'Amount' })
    case 'account':
      return t({ id: 'admin.suspect.account', message: 'Account' })
    case 'email':
      return t({ id: 'admin.suspect.email', message: 'Email' })
    case 'minutes':
      return t({ id: 'admin.part.minutes', message: 'Minutes' })
    case 'message':
      return t({ id: 'admin.contact.message', message: 'Message' })
    default:
      return decidedFieldName(name)
  }
}

const decidedFieldName = (name: string): string => {
  switch (name) {
    case 'verdict':
      return t({ id: 'admin.appeal.decision', message: 'Decision' })
    case 'score':
      return t({ id: 'admin.score.title', message: 'Risk score' })
    case 'points':
      return t({ id: 'admin.trap.points', message: 'Points' })
    case 'withheld':
      return t({ id: 'admin.part.withheld', message: 'Withheld' })
    case 'paid':
      return t({ id: 'admin.column.paidOut', message: 'Paid out' })
    case 'role':
      return t({ id: 'admin.part.role', message: 'Role' })
    case 'title':
      return t({ id: 'admin.part.title', message: 'Title' })
    case 'markdown':
      return t({ id: 'admin.part.text', message: 'Text' })
    case 'pinned':
      return t({ id: 'admin.part.pinned', message: 'Pinned' })
    case 'publishedAt':
      return t({ id: 'admin.part.publishedAt', message: 'Published' })
    default:
      return name
  }
}
