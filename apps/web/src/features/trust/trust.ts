import { trust as contract } from '@runnel/contract/check/trust'
import type { Result } from '@runnel/contract/route'
import { useQuery } from '@tanstack/react-query'
import { connect } from '#api/query.ts'

export { needText, progressText } from './labels.ts'

const trust = connect('trust', contract)

export type TrustInfo = Result<typeof contract.info>
export type TrustStep = TrustInfo['steps'][number]

/** Where the account stands; what is done elsewhere changes it. */
export const useTrust = () => useQuery({ ...trust.query('info'), staleTime: 0 })
