import { t } from '@lingui/core/macro'
import type { ImportField, ImportState } from '@runnel/contract/admin/import'

/** What a column of the file was understood as. */
export const fieldLabel = (field: ImportField | null): string => {
  switch (field) {
    case null:
      return t({ id: 'import.field.none', message: 'ignored' })
    case 'username':
      return t({ id: 'import.username', message: 'Username' })
    case 'email':
      return t({ id: 'import.email', message: 'Email' })
    case 'balance':
      return t({ id: 'import.field.balance', message: 'Earned balance' })
    case 'deposit':
      return t({ id: 'import.field.deposit', message: 'Deposit balance' })
    case 'exp':
      return t({ id: 'import.field.exp', message: 'XP' })
    default:
      return laterField(field)
  }
}

const laterField = (field: Exclude<ImportField, 'username' | 'email' | 'balance' | 'deposit' | 'exp'>): string => {
  switch (field) {
    case 'level':
      return t({ id: 'import.level', message: 'Level' })
    case 'joined':
      return t({ id: 'import.joined', message: 'Joined' })
    case 'referrer':
      return t({ id: 'import.referrer', message: 'Referred by' })
    case 'verified':
      return t({ id: 'import.verified', message: 'Email verified' })
    case 'id':
      return t({ id: 'import.field.id', message: 'ID in the old script' })
  }
}

export const stateName = (state: ImportState): string =>
  state === 'done' ? t({ id: 'import.done', message: 'done' }) : t({ id: 'import.running', message: 'running' })
