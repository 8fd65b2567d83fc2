import type { Route } from '@runnel/contract/route'
import type { Settings } from '@runnel/contract/settings/settings'
import { refuse } from '#kernel/refusal.ts'
import type { Caller, Visitor } from '#kernel/session.ts'
import { say } from '#kernel/words/say.ts'

interface ClosedCountryInput {
  readonly route: Pick<Route, 'closedTo'>
  readonly caller: Pick<Caller, 'role'> | undefined
  readonly country: Visitor['country']
  readonly settings: Settings
}

/**
 * Refuses to earn or withdraw from a country that the owner closed for it. What a partner or an approval pays later for
 * work that is done comes by other routes, and is paid wherever its user is.
 *
 * @throws `COUNTRY_CLOSED_EARN`, `COUNTRY_CLOSED_WITHDRAW`
 */
export const refuseClosedCountry = ({ route, caller, country, settings }: ClosedCountryInput): void => {
  // An address without a known country must not keep anybody out.
  if (route.closedTo === undefined || country === null || caller?.role === 'admin') return
  if (route.closedTo === 'earn' && settings.closed_countries_earn.includes(country)) {
    refuse('forbidden', 'COUNTRY_CLOSED_EARN', say('request.countryClosedEarn'))
  }
  if (route.closedTo === 'withdraw' && settings.closed_countries_withdraw.includes(country)) {
    refuse('forbidden', 'COUNTRY_CLOSED_WITHDRAW', say('request.countryClosedWithdraw'))
  }
}
