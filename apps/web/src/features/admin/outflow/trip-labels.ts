import { t } from '@lingui/core/macro'
import type { TripCause, TripState } from '@runnel/contract/admin/outflow'
import type { Tone } from '#ui/tone.ts'

export const tripTone: Readonly<Record<TripState, Tone>> = { open: 'bad', resumed: 'good', dry: 'plain' }

export const tripState = (state: TripState): string => {
  switch (state) {
    case 'open':
      return t({ id: 'admin.trip.open', message: 'Stopped' })
    case 'resumed':
      return t({ id: 'admin.trip.resumed', message: 'Resumed' })
    case 'dry':
      return t({ id: 'admin.trip.dry', message: 'Logged only' })
  }
}

export const tripCause = (cause: TripCause): string => {
  switch (cause) {
    case 'hour-amount':
      return t({ id: 'admin.trip.hourAmount', message: 'Hourly amount limit reached' })
    case 'day-amount':
      return t({ id: 'admin.trip.dayAmount', message: '24-hour amount limit reached' })
    case 'hour-count':
      return t({ id: 'admin.trip.hourCount', message: 'Hourly payment limit reached' })
    case 'day-count':
      return t({ id: 'admin.trip.dayCount', message: '24-hour payment limit reached' })
    case 'usual':
      return t({ id: 'admin.trip.usual', message: 'Far above the usual rate' })
    case 'owner':
      return t({ id: 'admin.trip.owner', message: 'Stopped manually' })
  }
}
