import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminWallet } from '@runnel/contract/payout'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { admin } from '#features/admin/admin.ts'
import { processorName } from '#features/admin/shared/processor-name.ts'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { Coin } from '#ui/coin/Coin.tsx'
import { formatDateTime } from '#ui/format.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { WalletDifferences } from './WalletDifferences.tsx'

/**
 * What each processor's wallet holds, what has to be paid of it, and what is wrong with it. Beside the methods nothing
 * links to them.
 */
export const Wallets = ({ besideMethods = false }: { besideMethods?: boolean }) => {
  const query = useQuery({ ...admin.query('wallets'), refetchInterval: 60_000 })
  const { data } = query
  return (
    <Card
      title={t({ id: 'admin.wallets', message: 'Wallets' })}
      note={t({ id: 'admin.wallets.note', message: 'Available funds and pending payouts.' })}
    >
      <Loaded query={query} loading={<Skeleton height={20} className="rounded-m" />} />
      {data?.wallets.length === 0 && (
        <p className="text-muted">
          {t({ id: 'admin.wallets.none', message: 'No wallets connected yet.' })}{' '}
          {!besideMethods && (
            <PageLink to="/app/admin/settings" query={{ tab: 'methods' }} className="link">
              {t({ id: 'admin.job.methods', message: 'Withdrawal methods' })}
            </PageLink>
          )}
        </p>
      )}
      <ul className="rows">
        {data?.wallets.map((wallet) => (
          <WalletRow key={`${wallet.processor} ${wallet.currency}`} wallet={wallet} />
        ))}
      </ul>
      {data !== undefined && data.differences.length > 0 && <WalletDifferences differences={data.differences} />}
    </Card>
  )
}

const WalletRow = ({ wallet }: { wallet: AdminWallet }) => {
  const { processor, currency, balance, units, owed, owedCoins, todayCoins, dayMax, at, error, halted, uncompared } =
    wallet
  return (
    <li className="grid gap-x-4 gap-y-1 py-2.5 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto]">
      <span className="grid content-start gap-1">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          <Coin currency={currency} />
          <State wallet={wallet} />
        </span>
        <span className="text-sm text-muted">{processorName(processor)}</span>
      </span>
      <span className="figures grid content-start gap-0.5 sm:text-end">
        <b>
          {balance === null
            ? t({ id: 'admin.wallets.unknown', message: 'No data yet' })
            : t({ id: 'admin.wallets.holds', message: `${balance} ${currency}` })}
        </b>
        {units !== null && <Amount units={units} show="value" className="text-sm text-muted" />}
        <span className="text-sm text-muted">
          {owed === 0 ? (
            t({ id: 'admin.wallets.nothingOwed', message: 'No pending payouts' })
          ) : (
            <Trans id="admin.wallets.owed">
              Pending payouts: {owedCoins} {currency}, <Amount units={owed} show="value" />
            </Trans>
          )}
        </span>
        {dayMax !== null && (
          <span className="text-sm text-muted">
            {t({ id: 'admin.wallets.today', message: `Today: ${todayCoins} of ${dayMax} ${currency}` })}
          </span>
        )}
        {at !== null && <RelativeTime iso={at} className="text-sm text-muted" />}
      </span>
      {(halted ?? error) && <span className="text-sm break-words text-bad sm:col-span-2">{halted ?? error}</span>}
      {uncompared && <Uncompared {...uncompared} told={halted ?? error} />}
    </li>
  )
}

/** `told`: the line above says this already, where the reason is the same. */
const Uncompared = ({ since: iso, error, told }: NonNullable<AdminWallet['uncompared']> & { told: string | null }) => {
  const since = formatDateTime(iso)
  return (
    <span className="text-sm break-words text-warn sm:col-span-2">
      {t({ id: 'admin.wallets.uncompared', message: `Not compared with the ledger since ${since}.` })}{' '}
      {error !== told && error}
    </span>
  )
}

const State = ({ wallet: { halted, error, low, stale, balance } }: { wallet: AdminWallet }) => {
  if (halted !== null) return <Badge tone="bad">{t({ id: 'admin.wallets.halted', message: 'Stopped' })}</Badge>
  if (error !== null) return <Badge tone="bad">{t({ id: 'admin.wallets.failing', message: 'Not responding' })}</Badge>
  if (low) return <Badge tone="warn">{t({ id: 'admin.wallets.low', message: 'Low balance' })}</Badge>
  if (stale && balance !== null)
    return <Badge tone="warn">{t({ id: 'admin.wallets.stale', message: 'Outdated' })}</Badge>
  return null
}
