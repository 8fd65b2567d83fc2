import { t } from '@lingui/core/macro'
import { EvmNetwork } from '@runnel/contract/payout'
import type { ReactNode } from 'react'
import { SecretSetting } from '#features/admin/settings/SecretSetting.tsx'
import { NumberSetting } from '#features/admin/settings/SettingInput.tsx'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { processorName } from '#features/admin/shared/processor-name.ts'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { networkNames, type PayoutSecret } from './method-needs.ts'

interface WithSettings {
  settings: SettingsForm
}

/** What each processor must be told before it can pay. */
export const PayoutKeys = ({ settings }: WithSettings) => (
  <div className="grid items-start gap-4 lg:grid-cols-2">
    <div className="grid gap-4">
      <Faucetpay settings={settings} />
      <Nodes settings={settings} />
    </div>
    <Chains settings={settings} />
  </div>
)

const Faucetpay = ({ settings }: WithSettings) => (
  <Card title={processorName('faucetpay')} action={<SetMark settings={settings} names={['payout_faucetpay_key']} />}>
    <div className="form">
      <SecretSetting settings={settings} name="payout_faucetpay_key" />
      <Steps>
        {t({
          id: 'admin.method.faucetpay.key',
          message: 'Add your faucet in the FaucetPay owner dashboard and copy its API key. Payouts use that balance.',
        })}
      </Steps>
    </div>
  </Card>
)

const nodes = ['payout_bitcoind_btc_url', 'payout_bitcoind_ltc_url', 'payout_bitcoind_doge_url'] as const

const Nodes = ({ settings }: WithSettings) => (
  <Card title={processorName('bitcoind')}>
    <div className="form">
      <Steps>
        {t({
          id: 'admin.method.node',
          message: 'Node URL with RPC user and password, and the wallet, which must be unlocked. For example:',
        })}{' '}
        <code className="break-all">http://name:password@127.0.0.1:8332/wallet/payouts</code>
      </Steps>
      {nodes.map((name) => (
        <SecretSetting key={name} settings={settings} name={name} />
      ))}
    </div>
  </Card>
)

const Chains = ({ settings }: WithSettings) => (
  <Card title={processorName('evm')}>
    <div className="form">
      <Steps>
        {t({
          id: 'admin.method.evm',
          message: 'A wallet only for payouts. Keep funds for a few days in it, plus native coins for network fees.',
        })}
      </Steps>
      {EvmNetwork.options.map((network) => (
        <Chain key={network} settings={settings} network={network} />
      ))}
      <NumberSetting settings={settings} name="payout_evm_bump_minutes" />
    </div>
  </Card>
)

const Chain = ({ settings, network }: WithSettings & { network: EvmNetwork }) => {
  const names = [`payout_evm_${network}_url`, `payout_evm_${network}_key`] as const
  const { errors } = settings.form
  return (
    <Disclosure
      open={names.some((field) => errors[field] !== undefined || settings.changed.includes(field))}
      summary={
        <span className="flex flex-wrap items-center gap-2.5">
          {networkNames[network]}
          <SetMark settings={settings} names={names} />
        </span>
      }
    >
      <div className="form">
        <SecretSetting settings={settings} name={names[0]} />
        <Steps>
          {t({
            id: 'admin.method.evm.url',
            message: 'JSON-RPC URL of your own node or a provider, for example:',
          })}{' '}
          <code className="break-all">https://rpc.example.com/key</code>
        </Steps>
        <SecretSetting settings={settings} name={names[1]} />
        <Steps>
          {t({ id: 'admin.method.evm.key', message: '64 hexadecimal characters, as exported by the wallet.' })}
        </Steps>
      </div>
    </Disclosure>
  )
}

/** Whether all that belongs together is there. */
const SetMark = ({ settings, names }: WithSettings & { names: readonly PayoutSecret[] }) => {
  const set = names.filter((name) => settings.answer.secretsSet.includes(name)).length
  if (set === names.length) return <Badge tone="good">{t({ id: 'admin.payoutKeys.set', message: 'Set' })}</Badge>
  if (set > 0) return <Badge tone="warn">{t({ id: 'admin.payoutKeys.part', message: 'Incomplete' })}</Badge>
  return <Badge>{t({ id: 'admin.payoutKeys.none', message: 'Not set' })}</Badge>
}

const Steps = ({ children }: { children: ReactNode }) => <p className="field-hint">{children}</p>
