import { t } from '@lingui/core/macro'
import type { TripCause, TripState } from '@runnel/contract/admin-outflow'
import type { Tone } from '#ui/tone.ts'

export const tripTone: Readonly<Record<TripState, Tone>> = { open: 'bad', resumed: 'good', dry: 'plain' }

export function tripState(state: TripState): string {
  switch (state) {
    case 'open':
      return t({ id: 'admin.trip.open', message: 'Stopped' })
    case 'resumed':
      return t({ id: 'admin.trip.resumed', message: 'Runs again' })
    case 'dry':
      return t({ id: 'admin.trip.dry', message: 'Only noted' })
  }
}

export function tripCause(cause: TripCause): string {
  switch (cause) {
    case 'hour-amount':
      return t({ id: 'admin.trip.hourAmount', message: 'Too much in 60 minutes' })
    case 'day-amount':
      return t({ id: 'admin.trip.dayAmount', message: 'Too much in 24 hours' })
    case 'hour-count':
      return t({ id: 'admin.trip.hourCount', message: 'Too often in 60 minutes' })
    case 'day-count':
      return t({ id: 'admin.trip.dayCount', message: 'Too often in 24 hours' })
    case 'usual':
      return t({ id: 'admin.trip.usual', message: 'Far more than usual' })
    case 'owner':
      return t({ id: 'admin.trip.owner', message: 'Stopped by hand' })
  }
}
