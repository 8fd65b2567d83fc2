import { t } from '@lingui/core/macro'
import { type ApiKeyScope, apiKey as contract } from '@runnel/contract/account/api-key'
import type { Result } from '@runnel/contract/route'
import { connect } from '#api/query.ts'

export const apiKey = connect('user', contract)

export type KeyRow = Result<typeof contract.list>['keys'][number]

export const scopeLabel = (scope: ApiKeyScope): string =>
  ({
    read: t({ id: 'apiKey.scope.read', message: 'Read the account' }),
    advertise: t({ id: 'apiKey.scope.advertise', message: 'Run ads and tasks' }),
    'admin-read': t({ id: 'apiKey.scope.adminRead', message: 'Read the admin area' }),
  })[scope]

export const scopeHint = (scope: ApiKeyScope): string =>
  ({
    read: t({
      id: 'apiKey.scope.read.hint',
      message: 'Balances, transactions, deposits, withdrawals, referrals and campaigns.',
    }),
    advertise: t({
      id: 'apiKey.scope.advertise.hint',
      message: 'Creates and pays campaigns and tasks from the deposit balance, and reviews submissions.',
    }),
    'admin-read': t({ id: 'apiKey.scope.adminRead.hint', message: 'All lists and statistics that your role can see.' }),
  })[scope]
