import { t } from '@lingui/core/macro'
import type { FieldLook } from '#features/admin/list/fields.ts'
import { formatNumber } from '#ui/format.ts'
import { leastAccounts } from './network-device.ts'

/** The parts of a filter that networks and devices share. */
export const sharedFields = (): Record<'username' | 'minAccounts' | 'released' | 'sort', FieldLook> => ({
  username: { kind: 'words', label: t({ id: 'admin.device.nameBegins', message: 'Username starts with' }) },
  minAccounts: {
    kind: 'choice',
    label: t({ id: 'admin.place.least', message: 'Min. accounts' }),
    options: [
      { value: 'shared', label: t({ id: 'admin.place.shared', message: '2, or 1 when searching' }) },
      ...leastAccounts.map((value) => ({ value, label: formatNumber(Number(value)) })),
    ],
  },
  released: {
    kind: 'choice',
    label: t({ id: 'admin.place.released', message: 'Released' }),
    options: [
      { value: 'false', label: t({ id: 'admin.place.notReleased', message: 'Active only' }) },
      { value: 'true', label: t({ id: 'admin.place.onlyReleased', message: 'Released only' }) },
    ],
  },
  sort: {
    kind: 'choice',
    label: t({ id: 'ui.table.order', message: 'Sort by' }),
    options: [
      { value: 'accounts', label: t({ id: 'admin.place.byAccounts', message: 'Most accounts' }) },
      { value: 'score', label: t({ id: 'admin.device.byScore', message: 'Highest score' }) },
      { value: 'seen', label: t({ id: 'admin.place.bySeen', message: 'Last seen' }) },
    ],
  },
})
