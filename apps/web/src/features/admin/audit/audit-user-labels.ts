import { t } from '@lingui/core/macro'

/** A part of an account or of an import, as the log names it; null where it is none of theirs. */
export const userPartName = (name: string): string | null => profilePartName(name) ?? moneyPartName(name)

const profilePartName = (name: string): string | null => {
  switch (name) {
    case 'username':
      return t({ id: 'admin.filter.username', message: 'Username' })
    case 'email':
      return t({ id: 'admin.suspect.email', message: 'Email' })
    case 'email_verified_at':
      return t({ id: 'admin.profile.verified', message: 'Email verified' })
    case 'tz':
      return t({ id: 'account.tz', message: 'Time zone' })
    case 'hide_name':
      return t({ id: 'admin.profile.hidden', message: 'Name hidden' })
    case 'admin_note':
      return t({ id: 'admin.note', message: 'Note' })
    case 'twoStep':
      return t({ id: 'admin.access.twoStep', message: 'Two-factor authentication' })
    case 'ended':
      return t({ id: 'admin.part.ended', message: 'Sessions ended' })
    case 'device':
      return t({ id: 'admin.part.device', message: 'Device' })
    default:
      return null
  }
}

const moneyPartName = (name: string): string | null => {
  switch (name) {
    case 'main':
      return t({ id: 'import.field.balance', message: 'Earned balance' })
    case 'deposit':
      return t({ id: 'import.field.deposit', message: 'Deposit balance' })
    case 'debt':
      return t({ id: 'admin.balances.debt', message: 'Debt' })
    case 'account':
      return t({ id: 'admin.adjust.account', message: 'Balance type' })
    case 'amount':
      return t({ id: 'statement.column.amount', message: 'Amount' })
    case 'source':
      return t({ id: 'import.source', message: 'Source name' })
    case 'rows':
      return t({ id: 'import.rows', message: 'Rows in file' })
    case 'added':
      return t({ id: 'import.added', message: 'New accounts' })
    case 'skipped':
      return t({ id: 'import.skipped', message: 'Already imported (skipped)' })
    case 'problems':
      return t({ id: 'import.problems', message: 'Rows with errors' })
    default:
      return null
  }
}
