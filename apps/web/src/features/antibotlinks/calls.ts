import { antibot as contract } from '@runnel/contract/check/antibot'
import { connect } from '#api/query.ts'

export const antibotlinks = connect('antibotlinks', contract)
