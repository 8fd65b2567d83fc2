import { oidc as contract } from '@runnel/contract/account/oidc'
import { connect } from '#api/query.ts'

export const oidc = connect('auth', contract)

/** Names of providers, as they write them. */
export const providerNames = { google: 'Google', telegram: 'Telegram' } as const
