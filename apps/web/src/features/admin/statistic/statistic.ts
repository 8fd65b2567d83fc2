import type { adminStatistic as contract } from '@runnel/contract/admin/statistic'
import type { Result } from '@runnel/contract/route'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { to } from '#base/paths.ts'
import { admin } from '#features/admin/admin.ts'
import { day, listAt, type Filter } from '#features/admin/list/url-state.ts'

export type Statistic = Result<typeof contract.withdrawalStatistic>
export type DayLog = Result<typeof contract.logStatistic>
export type LoggedDay = DayLog['days'][number]

const range = { from: day, to: day }
export type RangeReaders = typeof range

/** The days stand in the address, so that a month can be sent to a colleague. */
export const statisticRange = listAt(
  (query) => to('/app/admin/withdrawal-statistic', { query }),
  range,
  'withdrawal-statistic',
)
export const daysRange = listAt((query) => to('/app/admin/log/day', { query }), range, 'days')

export const useStatistic = (filter: Filter<RangeReaders>) =>
  useQuery({
    ...admin.query('withdrawalStatistic', { query: filter }),
    placeholderData: keepPreviousData,
  })

export const useDayLog = (filter: Filter<RangeReaders>) =>
  useQuery({ ...admin.query('logStatistic', { query: filter }), placeholderData: keepPreviousData })
