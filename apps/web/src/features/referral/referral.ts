import { referral as contract } from '@runnel/contract/earn/referral'
import type { Result } from '@runnel/contract/route'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { connect } from '#api/query.ts'

export const referral = connect('referral', contract)

export type ReferralInfo = Result<typeof contract.info>
export type ReferredPerson = Result<typeof contract.people>['items'][number]

export const peopleLimit = 10

/** The own link and what it brought. */
export const useReferral = () =>
  useQuery({ ...referral.query('info', undefined, { live: true }), staleTime: 0, refetchOnWindowFocus: true })

/** The people who came by the own link, those who came last first. */
export const usePeople = (page: number) =>
  useQuery({
    ...referral.query('people', { query: { page: String(page), limit: String(peopleLimit) } }),
    placeholderData: keepPreviousData,
  })
