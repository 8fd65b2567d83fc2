import { t } from '@lingui/core/macro'
import { adminOutflow as contract, TripState } from '@runnel/contract/admin/outflow'
import { OutflowSource } from '@runnel/contract/outflow'
import { AdminList } from '#features/admin/list/AdminList.tsx'
import type { Fields } from '#features/admin/list/fields.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { formatDateTime } from '#ui/format.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { tripList, useTrips, type Trip, type TripReaders } from './outflow.ts'
import { sourceName } from './source-name.ts'
import { tripCause, tripState, tripTone } from './trip-labels.ts'

/** Everything that the breaker ever stopped, or would have stopped. */
export const Trips = ({ onResume }: { onResume: (trip: Trip) => void }) => {
  const view = tripList.useView()
  const title = t({ id: 'admin.outflow.trips', message: 'Stops' })
  return (
    <section className="grid grid-cols-1 gap-4" aria-label={title}>
      <h2>{title}</h2>
      <AdminList
        caption={title}
        list={tripList}
        view={view}
        fields={fields()}
        answer={useTrips(view)}
        columns={tripColumns(onResume)}
        rowKey={({ _id }) => _id}
        csv={contract.tripsCsv}
        nothing={{
          title: t({ id: 'admin.trips.none', message: 'Nothing has been stopped' }),
          text: t({ id: 'admin.trips.noneText', message: 'Sources that exceed a limit are listed here.' }),
        }}
      />
    </section>
  )
}

const fields = (): Fields<TripReaders> => ({
  source: {
    kind: 'choice',
    label: t({ id: 'admin.outflow.source', message: 'Source' }),
    options: OutflowSource.options.map((value) => ({ value, label: sourceName(value) })),
  },
  state: {
    kind: 'choice',
    label: t({ id: 'admin.outflow.status', message: 'Status' }),
    options: TripState.options.map((value) => ({ value, label: tripState(value) })),
  },
})

const tripColumns = (onResume: (trip: Trip) => void): Column<Trip>[] => [
  {
    key: 'source',
    header: t({ id: 'admin.outflow.source', message: 'Source' }),
    role: 'head',
    cell: ({ source, cause }) => (
      <span className="grid">
        <b>{sourceName(source)}</b>
        <span className="text-sm font-normal text-muted">{tripCause(cause)}</span>
      </span>
    ),
  },
  {
    key: 'why',
    header: t({ id: 'admin.trip.why', message: 'Reason' }),
    cell: ({ why, by }) => (
      <span className="grid max-w-72 text-sm">
        <span>{why}</span>
        {by !== null && <span className="text-muted">{by}</span>}
      </span>
    ),
  },
  {
    key: 'at',
    header: t({ id: 'admin.trip.at', message: 'Date' }),
    cell: ({ at }) => (
      <time dateTime={at} className="text-sm whitespace-nowrap">
        {formatDateTime(at)}
      </time>
    ),
  },
  {
    key: 'state',
    header: t({ id: 'admin.outflow.status', message: 'Status' }),
    cell: (trip) => <End trip={trip} />,
  },
  {
    key: 'resume',
    header: t({ id: 'admin.trip.resume', message: 'Resume' }),
    role: 'actions',
    cell: (trip) =>
      trip.state === 'open' && (
        <Button size="small" onClick={() => onResume(trip)}>
          {t({ id: 'admin.trip.resume', message: 'Resume' })}
          <VisuallyHidden> {sourceName(trip.source)}</VisuallyHidden>
        </Button>
      ),
  },
]

/** How it stands, and who let it run again with what note. */
const End = ({ trip: { state, resumedAt, resumedBy, note } }: { trip: Trip }) => (
  <span className="grid max-w-64 justify-items-start gap-1 text-sm max-md:justify-items-end">
    <Badge tone={tripTone[state]} dot>
      {tripState(state)}
    </Badge>
    {resumedAt !== null && (
      <span className="text-muted">
        {resumedBy !== null && `${resumedBy}, `}
        <RelativeTime iso={resumedAt} />
      </span>
    )}
    {note && <span dir="auto">{note}</span>}
  </span>
)
