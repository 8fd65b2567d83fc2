import { t } from '@lingui/core/macro'
import type { CalledRoute } from '@runnel/contract/route'
import { FilterBar } from '#features/admin/list/FilterBar.tsx'
import { SaveCsv } from '#features/admin/list/SaveCsv.tsx'
import type { Filter, ListAddress } from '#features/admin/list/url-state.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { RangeReaders } from './statistic.ts'

interface RangeBarProps {
  list: ListAddress<RangeReaders>
  filter: Filter<RangeReaders>
  csv: CalledRoute
  /** When the numbers were counted; undefined while they are on their way. */
  at: string | null | undefined
}

/** From which day to which, and the same as a file. */
export const RangeBar = ({ list, filter, csv, at }: RangeBarProps) => (
  <FilterBar
    list={list}
    filter={filter}
    total={undefined}
    fields={{
      from: { kind: 'day', label: t({ id: 'admin.statistic.from', message: 'From' }) },
      to: { kind: 'day', label: t({ id: 'admin.statistic.to', message: 'To' }) },
    }}
  >
    {at && (
      <span className="text-sm text-muted">
        {t({ id: 'admin.statistic.at', message: 'Updated' })} <RelativeTime iso={at} />
      </span>
    )}
    <SaveCsv route={csv} query={filter} total={1} />
  </FilterBar>
)
