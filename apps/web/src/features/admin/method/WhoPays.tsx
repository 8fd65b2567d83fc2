import { t } from '@lingui/core/macro'
import type { AdminMethod } from '@runnel/contract/admin/method'
import { PayoutProcessor } from '@runnel/contract/withdraw'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#base/PageLink.tsx'
import { admin } from '#features/admin/admin.ts'
import { settingName } from '#features/admin/settings/table/table.ts'
import { processorName } from '#features/admin/shared/processor-name.ts'
import { TryInDemo, useHasSandbox, withoutSandbox } from '#features/admin/shared/sandbox.tsx'
import { RadioGroup } from '#ui/form/RadioGroup.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { withProcessor } from './method-draft.ts'
import type { MethodForm } from './method-form.ts'
import { secretsFor } from './method-needs.ts'

/** Who carries payouts out, what that means, and what it still needs. */
export const WhoPays = ({ form, existing }: { form: MethodForm; existing: AdminMethod | undefined }) => {
  const { processor, currency } = form.values
  const choose = (value: string) => {
    const next = PayoutProcessor.options.find((option) => option === value)
    if (next) form.set(withProcessor(form.values, next, !existing))
  }
  const options = withoutSandbox(PayoutProcessor.options, { hasSandbox: useHasSandbox(), chosen: processor })
  return (
    <div className="grid gap-3">
      <RadioGroup
        label={t({ id: 'admin.method.processor', message: 'Payout processor' })}
        options={options.map((value) => ({
          value,
          label: processorName(value),
          hint: processorHint(value),
        }))}
        value={processor}
        onValue={choose}
        error={form.errors['processor']}
      />
      <TryInDemo />
      <MissingKeys names={secretsFor(processor, currency)} />
      {existing?.enabled && existing.closed && <Alert tone="warn">{existing.closed}</Alert>}
    </div>
  )
}

/** Keys live in the settings, because several methods share them. */
const MissingKeys = ({ names }: { names: ReturnType<typeof secretsFor> }) => {
  const { data } = useQuery({ ...admin.query('settings'), staleTime: 60_000, enabled: names.length > 0 })
  if (names.length === 0 || !data) return null
  const missing = names.filter((name) => !data.secretsSet.includes(name))
  const link = (
    <PageLink to="/app/admin/settings" query={{ tab: 'payouts' }} className="link">
      {t({ id: 'admin.method.keys.go', message: 'Open payout settings' })}
    </PageLink>
  )
  if (missing.length === 0) {
    return (
      <p className="text-sm text-muted">
        {t({ id: 'admin.method.keys.set', message: 'Payout keys are set.' })} {link}
      </p>
    )
  }
  return (
    <Alert tone="warn" title={t({ id: 'admin.method.keys.missing', message: 'Setup incomplete' })} actions={link}>
      <ul className="list-disc ps-5">
        {missing.map((name) => (
          <li key={name}>{settingName(name)}</li>
        ))}
      </ul>
    </Alert>
  )
}

const processorHint = (processor: PayoutProcessor): string => {
  switch (processor) {
    case 'manual':
      return t({
        id: 'admin.processor.manual.hint',
        message: 'You send each payment from any wallet and enter its transaction ID. No setup.',
      })
    case 'faucetpay':
      return t({
        id: 'admin.processor.faucetpay.hint',
        message: 'Instant micropayments to FaucetPay accounts. Needs an API key.',
      })
    case 'bitcoind':
      return t({
        id: 'admin.processor.bitcoind.hint',
        message: 'Pays from the wallet of a node you run. Needs its RPC URL with user and password.',
      })
    case 'evm':
      return t({
        id: 'admin.processor.evm.hint',
        message: 'Pays coins and tokens. Needs a node URL and a wallet’s private key.',
      })
    case 'solana':
      return t({
        id: 'admin.processor.solana.hint',
        message: 'Pays SOL, USDC and USDT. Needs an RPC URL and a wallet’s private key.',
      })
    case 'tron':
      return t({
        id: 'admin.processor.tron.hint',
        message: 'Pays TRX and USDT. Needs a node URL and a wallet’s private key. A USDT payout burns 6 to 17 TRX.',
      })
    case 'ton':
      return t({
        id: 'admin.processor.ton.hint',
        message: 'Pays TON and USDT. Needs a TON Center API and a wallet’s recovery phrase. Several share one fee.',
      })
    case 'lnd':
      return t({
        id: 'admin.processor.lnd.hint',
        message: 'Pays Lightning addresses and invoices. Needs the node’s REST URL and a macaroon.',
      })
    case 'cln':
      return t({
        id: 'admin.processor.cln.hint',
        message: 'Pays Lightning addresses and invoices. Needs the node’s REST URL and a rune.',
      })
    case 'lnbits':
      return t({
        id: 'admin.processor.lnbits.hint',
        message: 'Pays Lightning addresses and invoices. Needs the URL and the wallet’s admin key.',
      })
    case 'btcpay':
      return t({
        id: 'admin.processor.btcpay.hint',
        message: 'Pays Lightning addresses and invoices. Needs the URL, a store and an API key.',
      })
    case 'sandbox':
      return t({ id: 'admin.processor.sandbox.hint', message: 'Simulates payouts for testing.' })
  }
}
