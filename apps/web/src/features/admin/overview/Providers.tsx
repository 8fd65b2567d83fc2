import { plural, t } from '@lingui/core/macro'
import type { ProviderHealth } from '@runnel/contract/admin/statistic'
import { DepositProcessor } from '@runnel/contract/deposit'
import { PayoutProcessor } from '@runnel/contract/withdraw'
import type { Overview } from '#features/admin/admin.ts'
import { processorName as payerName } from '#features/admin/shared/processor-name.ts'
import { processorName } from '#features/deposit/deposit.ts'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Tone } from '#ui/tone.ts'

type State = ProviderHealth['state']

const order: readonly State[] = ['down', 'warn', 'idle', 'ok']
const tones: Readonly<Record<State, Tone>> = { down: 'bad', warn: 'warn', idle: 'plain', ok: 'good' }

/** How those stand that the site works with, those in trouble first. */
export const Providers = ({ providers }: Pick<Overview, 'providers'>) => {
  const rows = providers.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
  const [fine, others] = [rows.filter(({ state }) => state === 'ok'), rows.filter(({ state }) => state !== 'ok')]
  return (
    <Card title={t({ id: 'admin.providers', message: 'Providers' })}>
      {rows.length === 0 && (
        <p className="text-muted">
          {t({ id: 'admin.providers.none', message: 'No wallets, offerwalls, shortlinks or deposit methods yet.' })}
        </p>
      )}
      <Rows providers={others} />
      {fine.length > 0 && (
        <div className={others.length > 0 ? 'mt-4' : undefined}>
          <Disclosure
            summary={t({
              id: 'admin.providers.fine',
              message: plural(fine.length, { one: '# OK', other: '# OK' }),
            })}
          >
            <Rows providers={fine} />
          </Disclosure>
        </div>
      )}
    </Card>
  )
}

const Rows = ({ providers }: Pick<Overview, 'providers'>) => (
  <ul className="rows">
    {providers.map(({ kind, name, state, msg, at }) => (
      <li key={`${kind} ${name}`} className="grid gap-1 py-2.5 first:pt-0 last:pb-0">
        <span className="flex flex-wrap items-center justify-between gap-x-2.5 gap-y-1">
          <span className="min-w-0 font-medium break-words">{nameOf(kind, name)}</span>
          <Badge tone={tones[state]} dot>
            {stateName(state)}
          </Badge>
        </span>
        <span className="text-sm text-muted">
          {kindName(kind)}
          {at !== null && ', '}
          {at !== null && <RelativeTime iso={at} />}
        </span>
        {state !== 'ok' && <span className="text-sm break-words">{msg}</span>}
      </li>
    ))}
  </ul>
)

/** Ways to pay in and wallets come by the names that the settings use; all others were named by their owner. */
const nameOf = (kind: ProviderHealth['kind'], name: string): string => {
  if (kind === 'wallet') return walletName(name)
  const processor = kind === 'deposit' ? DepositProcessor.options.find((known) => known === name) : undefined
  return processor === undefined ? name : processorName(processor)
}

/** The server names a wallet by who pays from it, and in which currency: `faucetpay DOGE`. */
const walletName = (name: string): string => {
  const [payer, currency = ''] = name.split(' ')
  const processor = PayoutProcessor.options.find((known) => known === payer)
  return processor === undefined ? name : `${currency} · ${payerName(processor)}`
}

const stateName = (state: State): string => {
  switch (state) {
    case 'down':
      return t({ id: 'admin.providers.down', message: 'Down' })
    case 'warn':
      return t({ id: 'admin.providers.warn', message: 'Warning' })
    case 'idle':
      return t({ id: 'admin.providers.idle', message: 'No data' })
    case 'ok':
      return t({ id: 'admin.providers.ok', message: 'OK' })
  }
}

const kindName = (kind: ProviderHealth['kind']): string => {
  switch (kind) {
    case 'wallet':
      return t({ id: 'admin.providers.wallet', message: 'Wallet' })
    case 'wall':
      return t({ id: 'admin.providers.wall', message: 'Offerwall' })
    case 'link':
      return t({ id: 'admin.providers.link', message: 'Shortlink' })
    case 'deposit':
      return t({ id: 'admin.providers.deposit', message: 'Deposit method' })
    case 'telegram':
      return t({ id: 'admin.providers.telegram', message: 'Alerts' })
  }
}
