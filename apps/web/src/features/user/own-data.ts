import { ownData as contract } from '@runnel/contract/account/own-data'
import { connect } from '#api/query.ts'

export const ownData = connect('user', contract)
