import { t } from '@lingui/core/macro'
import { Button } from '#ui/Button.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import type { Trip } from './outflow.ts'
import { sourceName } from './source-name.ts'
import { tripCause } from './trip-labels.ts'

/** What is stopped right now, each with the way to let it run again. */
export const OpenTrips = ({ trips, onResume }: { trips: readonly Trip[]; onResume: (trip: Trip) => void }) => {
  if (trips.length === 0) return null
  return (
    <section className="grid gap-3" aria-label={t({ id: 'admin.outflow.open', message: 'Stopped' })}>
      {trips.map((trip) => {
        const [name, cause] = [sourceName(trip.source), tripCause(trip.cause)]
        return (
          <Alert
            key={trip._id}
            tone="bad"
            title={`${name}: ${cause}`}
            actions={
              <Button size="small" onClick={() => onResume(trip)}>
                {t({ id: 'admin.trip.resume', message: 'Resume' })}
                <VisuallyHidden> {name}</VisuallyHidden>
              </Button>
            }
          >
            <p>{trip.why}</p>
            <p className="text-sm">
              <RelativeTime iso={trip.at} />
              {trip.by !== null && ` · ${trip.by}`}
              {trip.stopsPayouts && ` · ${t({ id: 'admin.trip.stopsPayouts', message: 'payouts stopped too' })}`}
            </p>
          </Alert>
        )
      })}
    </section>
  )
}
