import { advertise as contract, type AdKind, type Campaign } from '@runnel/contract/advertise'
import { CAMPAIGN_PAGE } from '@runnel/contract/constants'
import type { Call, Result } from '@runnel/contract/route'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { silence } from '#api/silent.ts'
import { changeMe } from '#features/user/user.ts'

export { countryName, countryOptions } from './countries.ts'
export { countryText } from './target-labels.ts'
export { deviceName, intervalName, kindName, reportName, secondsName } from './labels.ts'

export const advertise = connect('advertise', contract)

export type Campaigns = Result<typeof contract.list>
export type CreateCall = Call<typeof contract.create>
type Created = Result<typeof contract.create>
export type Report = Result<typeof contract.report>

const minutes = 60_000

const listOf = (page: number) => advertise.query('list', { query: { page: String(page) } }, { live: true })

const firstPage = listOf(1)

/** One page of the own campaigns, with what views cost; numbers move while somebody looks. */
export const useCampaigns = (page: number) =>
  useQuery({ ...listOf(page), placeholderData: keepPreviousData, refetchInterval: minutes })

export const useReport = (id: string) =>
  useQuery({ ...advertise.query('report', { params: { id } }, { live: true }), refetchInterval: minutes })

/** What the server finds at an address. A refusal is shown beside the field, so no toast repeats it. */
export const checkOf = (kind: AdKind, url: string) => {
  const call = { body: { kind, url } }
  return queryOptions({
    queryKey: advertise.keyOf('check', call),
    queryFn: ({ signal }) => advertise.calls.check({ ...call, signal: silence(signal) }),
    staleTime: 5 * minutes,
  })
}

/** A new campaign stands on top of the first page, which stays as long as it was (SPEC.md 9). */
export const applyCreated = ({ campaign, depositBalance }: Created): void => {
  queryClient.setQueryData<Campaigns>(
    firstPage.queryKey,
    (known) => known && { ...known, ads: [campaign, ...known.ads].slice(0, CAMPAIGN_PAGE), total: known.total + 1 },
  )
  applyBalance(depositBalance)
  void queryClient.invalidateQueries({ queryKey: ['user', 'statement'] })
}

/** Shows a changed campaign wherever it stands. */
export const applyChanged = (campaign: Campaign): void => {
  queryClient.setQueriesData<Campaigns>(
    { queryKey: advertise.keyOf('list') },
    (known) => known && { ...known, ads: known.ads.map((ad) => (ad._id === campaign._id ? campaign : ad)) },
  )
  const report = advertise.keyOf('report', { params: { id: campaign._id } })
  queryClient.setQueryData<Report>(report, (known) => known && { ...known, campaign })
  void queryClient.invalidateQueries({ queryKey: report })
}

/** A deleted one makes room for the next. */
export const applyDeleted = async (id: string, depositBalance: number): Promise<void> => {
  applyBalance(depositBalance)
  queryClient.setQueriesData<Campaigns>(
    { queryKey: advertise.keyOf('list') },
    (known) => known && { ...known, ads: known.ads.filter(({ _id }) => _id !== id), total: known.total - 1 },
  )
  queryClient.removeQueries({ queryKey: advertise.keyOf('report', { params: { id } }) })
  await queryClient.invalidateQueries({ queryKey: advertise.keyOf('list') })
}

export const applyBalance = (depositBalance: number): void => {
  queryClient.setQueriesData<Campaigns>(
    { queryKey: advertise.keyOf('list') },
    (known) => known && { ...known, depositBalance },
  )
  changeMe((me) => ({ ...me, user: { ...me.user, depositBalance } }))
}
