import { offerwall as contract, type OfferStatus } from '@runnel/contract/earn/offerwall'
import type { Result } from '@runnel/contract/route'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { connect } from '#api/query.ts'

export { holdText } from './labels.ts'

export const offerwall = connect('offerwall', contract)

export type Walls = Result<typeof contract.list>
export type OpenedWall = Result<typeof contract.wall>
export type PollfishConfig = NonNullable<OpenedWall['pollfish']>

export const offerLimit = 10

/** Named here, because the contract's own list would bring its schemas into the page. */
export const offerStatuses = ['held', 'credited', 'charged-back'] as const satisfies readonly OfferStatus[]

/** The walls that are open to this user; what is held changes by itself. */
export const useWalls = () => useQuery(offerwall.query('list', undefined, { live: true }))

/** The user's own offers, newest first. */
export const useOffers = ({ page, status }: { page: number; status: OfferStatus | undefined }) => {
  const query = { page: String(page), limit: String(offerLimit), ...(status && { status }) }
  return useQuery({ ...offerwall.query('offers', { query }, { live: true }), placeholderData: keepPreviousData })
}

/** One wall with an address made for this user; asked anew each time, as what signs it ends. */
export const useWall = (id: string | undefined) =>
  useQuery({
    ...offerwall.query('wall', { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  })
