import type { AdminWallet } from '@runnel/contract/payout'
import type { Settings } from '@runnel/contract/settings/settings'
import { allMethods, isOldRate } from '#features/withdraw/method.ts'
import { lateComparisons } from '#features/withdraw/owner/wallet-comparisons.ts'
import { openDifferences } from '#features/withdraw/owner/wallet-differences.ts'
import type { Read } from '#kernel/db.ts'
import { say, type Words } from '#kernel/words/say.ts'
import { stuckPayouts } from './isolate-failures.ts'
import { walletsOf } from './wallets.ts'

interface PayoutWarning {
  readonly code: string
  readonly msg: Words
}

/** What keeps a wallet from paying. */
export const walletWarning = ({ processor, currency, halted, error, low }: AdminWallet): PayoutWarning | undefined => {
  const name = say('owner.withdraw.by', { currency, processor })
  if (halted !== null) return { code: 'PAYOUT_HALTED', msg: say('owner.withdraw.payoutsStopped', { name, halted }) }
  if (error !== null) return { code: 'WALLET_FAILING', msg: say('owner.withdraw.couldntGetBalance', { name, error }) }
  return low ? { code: 'WALLET_LOW', msg: say('owner.withdraw.walletBalanceBelowApproved', { name }) } : undefined
}

/** What the owner should know about paying out. */
export const payoutWarnings = async (db: Read, settings: Settings, now: Date): Promise<PayoutWarning[]> => {
  const [wallets, methods, stuck, differences, uncompared] = await Promise.all([
    walletsOf(db, now),
    allMethods(db),
    stuckPayouts(db, now),
    openDifferences(db),
    lateComparisons(db, now),
  ])
  const warnings = wallets.map(walletWarning).filter((warning) => warning !== undefined)
  const old = methods.filter((method) => method.enabled && isOldRate(method, settings, now))
  for (const { name, currency } of old) {
    warnings.push({ code: 'RATE_OLD', msg: say('owner.withdraw.rateOutdatedClosed', { currency, name }) })
  }
  for (const { sentence: msg } of differences) warnings.push({ code: 'WALLET_DIFFERS', msg })
  for (const { sentence: msg } of uncompared) warnings.push({ code: 'WALLET_NOT_COMPARED', msg })
  for (const msg of stuck) warnings.push({ code: 'PAYOUT_STUCK', msg })
  if (settings.payout_dry_run) {
    warnings.push({ code: 'PAYOUT_DRY_RUN', msg: say('owner.withdraw.dryRunApprovedPayouts') })
  }
  return warnings
}
