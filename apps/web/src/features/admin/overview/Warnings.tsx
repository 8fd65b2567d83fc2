import { t } from '@lingui/core/macro'
import { PageLink } from '#base/PageLink.tsx'
import type { Overview } from '#features/admin/admin.ts'
import type { SettingsTab } from '#features/admin/settings/table/table.ts'
import { Alert } from '#ui/state/Alert.tsx'
import type { Tone } from '#ui/tone.ts'

/** What the owner should look at, each with the place where it is put right. */
export const Warnings = ({ warnings }: Pick<Overview, 'warnings'>) => {
  if (warnings.length === 0) return null
  return (
    <section className="grid gap-3" aria-label={t({ id: 'admin.warnings', message: 'Warnings' })}>
      {warnings.map(({ code, msg }) => {
        const tab = placeOf[code]
        return (
          <Alert
            key={`${code} ${msg}`}
            tone={toneOf(code)}
            title={titleOf(code)}
            actions={
              tab && (
                <PageLink to="/app/admin/settings" query={{ tab }} className="link">
                  {t({ id: 'admin.job.warnings.go', message: 'Open settings' })}
                </PageLink>
              )
            }
          >
            {msg}
          </Alert>
        )
      })}
    </section>
  )
}

/** Whether money stands still, or should. */
export const isSerious = (code: string): boolean => code === 'BOOKS_UNBALANCED' || code === 'PAYOUT_HALTED'

/** Whether it asks for something to be put right. */
export const isProblem = (code: string): boolean => code !== 'UPDATE_READY'

const toneOf = (code: string): Tone => {
  if (isSerious(code)) return 'bad'
  return isProblem(code) ? 'warn' : 'brand'
}

const placeOf: Readonly<Record<string, SettingsTab | undefined>> = {
  REWARD_ABOVE_SOLVE_PRICE: 'faucet',
  OWN_ADS_PAY: 'ptc',
  NO_METHOD: 'methods',
  RATE_OLD: 'methods',
  PAYOUT_HALTED: 'payouts',
  WALLET_FAILING: 'payouts',
  PAYOUT_DRY_RUN: 'payouts',
}

const titleOf = (code: string): string => {
  switch (code) {
    case 'BOOKS_UNBALANCED':
      return t({ id: 'admin.warning.books', message: 'The ledger doesn’t balance' })
    case 'REWARD_ABOVE_SOLVE_PRICE':
      return t({ id: 'admin.warning.reward', message: 'Faucet reward exceeds the cost of cheating' })
    case 'OWN_ADS_PAY':
      return t({ id: 'admin.warning.ownAds', message: 'Exchange bonus reduced' })
    case 'NO_METHOD':
      return t({ id: 'admin.warning.method', message: 'No withdrawal methods' })
    case 'PAYOUT_HALTED':
      return t({ id: 'admin.warning.halted', message: 'Payouts stopped' })
    case 'PAYOUT_STUCK':
      return t({ id: 'admin.warning.stuck', message: 'Payouts are stuck' })
    case 'WALLET_FAILING':
      return t({ id: 'admin.warning.wallet', message: 'Wallet not responding' })
    case 'WALLET_LOW':
      return t({ id: 'admin.warning.low', message: 'Low wallet balance' })
    case 'RATE_OLD':
      return t({ id: 'admin.warning.rate', message: 'Outdated exchange rate' })
    case 'PAYOUT_DRY_RUN':
      return t({ id: 'admin.warning.dryRun', message: 'Dry run: payouts aren’t sent' })
    case 'UPDATE_READY':
      return t({ id: 'admin.warning.update', message: 'Update ready to install' })
    default:
      return t({ id: 'admin.warning.other', message: 'Needs attention' })
  }
}
