import { google as contract } from '@runnel/contract/account/google'
import { connect } from '#api/query.ts'

export const google = connect('auth', contract)
