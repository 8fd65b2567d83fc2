import type { Settings } from '@runnel/contract/settings/settings'
import { allMethods, isOldRate } from '#features/withdraw/method.ts'
import { walletDifferences } from '#features/withdraw/owner/wallet-differences.ts'
import type { Read } from '#kernel/db.ts'
import { stuckPayouts } from './isolate-failures.ts'
import { walletsOf } from './wallets.ts'

/** What the owner should know about paying out. */
export const payoutWarnings = async (
  db: Read,
  settings: Settings,
  now: Date,
): Promise<{ code: string; msg: string }[]> => {
  const [wallets, methods, stuck, differences] = await Promise.all([
    walletsOf(db, now),
    allMethods(db),
    stuckPayouts(db, now),
    walletDifferences(db),
  ])
  const warnings = wallets.flatMap(({ processor, currency, halted, error, low }) => {
    const name = `${currency} by ${processor}`
    if (halted !== null) return [{ code: 'PAYOUT_HALTED', msg: `${name} payouts are stopped. ${halted}` }]
    if (error !== null) return [{ code: 'WALLET_FAILING', msg: `Couldn’t get the ${name} balance. ${error}` }]
    if (low) return [{ code: 'WALLET_LOW', msg: `The ${name} wallet balance is below the approved payouts.` }]
    return []
  })
  const old = methods.filter((method) => method.enabled && isOldRate(method, settings, now))
  for (const { name, currency } of old) {
    warnings.push({ code: 'RATE_OLD', msg: `The ${currency} rate is outdated, so ${name} is closed.` })
  }
  const open = differences.filter(({ dismissed }) => dismissed === null)
  const counts = Map.groupBy(open, ({ processor, currency }) => `${currency} by ${processor}`)
  for (const [name, { length }] of counts) {
    const what = length === 1 ? '1 payment' : `${length} payments`
    warnings.push({ code: 'WALLET_DIFFERS', msg: `The ${name} wallet and the ledger disagree on ${what}.` })
  }
  for (const msg of stuck) warnings.push({ code: 'PAYOUT_STUCK', msg })
  if (settings.payout_dry_run) {
    warnings.push({ code: 'PAYOUT_DRY_RUN', msg: 'Dry run: approved payouts are logged but not sent.' })
  }
  return warnings
}
