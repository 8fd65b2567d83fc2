import { msg } from '@lingui/core/macro'
import type { SettingCard } from './row.ts'

/** What the law of a place asks of the site. */
export const legal: SettingCard = {
  title: msg({ id: 'admin.site.legal', message: 'Legal restrictions' }),
  note: msg({
    id: 'admin.site.legal.note',
    message: 'The country comes from the IP address. Unknown countries stay open, and admins are exempt.',
  }),
  rows: {
    minimum_age: {
      label: msg({ id: 'setting.minimum_age', message: 'Minimum age (years)' }),
      hint: msg({
        id: 'setting.minimum_age.hint',
        message: 'Everyone who registers must confirm it. 0 = off.',
      }),
    },
    closed_countries_register: {
      label: msg({ id: 'setting.closed_countries_register', message: 'Countries closed for registration' }),
      hint: msg({
        id: 'setting.closed_countries_register.hint',
        message: 'New accounts can’t be created there. Existing accounts can still sign in.',
      }),
      part: 'countries',
    },
    closed_countries_earn: {
      label: msg({ id: 'setting.closed_countries_earn', message: 'Countries closed for earning' }),
      hint: msg({
        id: 'setting.closed_countries_earn.hint',
        message: 'Offers and tasks completed before are still paid.',
      }),
      part: 'countries',
    },
    closed_countries_withdraw: {
      label: msg({ id: 'setting.closed_countries_withdraw', message: 'Countries closed for withdrawals' }),
      hint: msg({
        id: 'setting.closed_countries_withdraw.hint',
        message: 'New requests are refused. Withdrawals requested before are still paid.',
      }),
      part: 'countries',
    },
  },
}
