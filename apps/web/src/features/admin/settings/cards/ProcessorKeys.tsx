import { t } from '@lingui/core/macro'
import { fillPath } from '@runnel/contract/client'
import { deposit as contract, type DepositProcessor } from '@runnel/contract/deposit'
import type { ReactNode } from 'react'
import { SecretSetting } from '#features/admin/settings/SecretSetting.tsx'
import { SettingInput } from '#features/admin/settings/SettingInput.tsx'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { processorName } from '#features/deposit/deposit.ts'
import { Card } from '#ui/Card.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'

/** What each processor must be told of the site, and the site of it. */
export const ProcessorKeys = ({ settings }: { settings: SettingsForm }) => (
  <div className="grid items-start gap-4 lg:grid-cols-2">
    <Btcpay settings={settings} />
    <div className="grid gap-4">
      <Nowpayments settings={settings} />
      <Faucetpay settings={settings} />
    </div>
  </div>
)

const Btcpay = ({ settings }: { settings: SettingsForm }) => (
  <Card
    title={processorName('btcpay')}
    note={t({ id: 'admin.btcpay.note', message: 'Self-hosted payments without an intermediary.' })}
  >
    <div className="form">
      <SettingInput
        settings={settings}
        name="deposit_btcpay_url"
        type="url"
        inputMode="url"
        spellCheck={false}
        placeholder="https://pay.example.com"
      />
      <SettingInput
        settings={settings}
        name="deposit_btcpay_store"
        spellCheck={false}
        hint={t({ id: 'admin.btcpay.store', message: 'Find it in BTCPay Server under Settings > General.' })}
      />
      <SecretSetting settings={settings} name="deposit_btcpay_key" />
      <Steps>
        {t({
          id: 'admin.btcpay.key',
          message:
            'Create it in BTCPay Server under Account > API keys. It needs permission to view and create invoices.',
        })}
      </Steps>
      <SecretSetting settings={settings} name="deposit_btcpay_webhook_secret" />
      <WebhookAddress processor="btcpay">
        {t({
          id: 'admin.btcpay.webhook',
          message:
            'Paste it under Settings > Webhooks in BTCPay Server. Enable automatic redelivery and copy the secret.',
        })}
      </WebhookAddress>
    </div>
  </Card>
)

const Nowpayments = ({ settings }: { settings: SettingsForm }) => (
  <Card
    title={processorName('nowpayments')}
    note={t({
      id: 'admin.nowpayments.note',
      message: 'A payment service for many cryptocurrencies. It charges a fee.',
    })}
  >
    <div className="form">
      <SecretSetting settings={settings} name="deposit_nowpayments_key" />
      <SecretSetting settings={settings} name="deposit_nowpayments_ipn_secret" />
      <WebhookAddress processor="nowpayments">
        {t({
          id: 'admin.nowpayments.webhook',
          message: 'NOWPayments: Settings > Payments > Instant payment notifications. Create the IPN secret there too.',
        })}
      </WebhookAddress>
      <SettingInput
        settings={settings}
        name="deposit_nowpayments_url"
        type="url"
        inputMode="url"
        optional
        spellCheck={false}
        hint={t({ id: 'admin.nowpayments.url', message: 'For the NOWPayments sandbox only. Usually empty.' })}
      />
    </div>
  </Card>
)

const Faucetpay = ({ settings }: { settings: SettingsForm }) => (
  <Card
    title={processorName('faucetpay')}
    note={t({ id: 'admin.faucetpay.note', message: 'Users pay from their FaucetPay balance.' })}
  >
    <div className="form">
      <SettingInput
        settings={settings}
        name="deposit_faucetpay_username"
        spellCheck={false}
        hint={t({
          id: 'admin.faucetpay.name',
          message: 'Username of the account with merchant access. Payers can see it.',
        })}
      />
      <WebhookAddress processor="faucetpay">
        {t({
          id: 'admin.faucetpay.webhook',
          message: 'Included in every payment. Paste it only if FaucetPay asks for one.',
        })}
      </WebhookAddress>
    </div>
  </Card>
)

const Steps = ({ children }: { children: ReactNode }) => <p className="field-hint">{children}</p>

interface WebhookAddressProps {
  processor: DepositProcessor
  /** Where it is pasted. */
  children: ReactNode
}

/** Where the processor tells the site of payments. */
const WebhookAddress = ({ processor, children }: WebhookAddressProps) => {
  const address = window.location.origin + fillPath(contract.webhook.path, { processor })
  return (
    <div className="grid gap-2 rounded-m bg-sunken p-4">
      <p className="field-label">{t({ id: 'admin.webhook', message: 'Webhook URL' })}</p>
      <code className="text-sm break-all">{address}</code>
      <p className="field-hint">{children}</p>
      <div>
        <CopyButton text={address} label={t({ id: 'admin.webhook.copy', message: 'Copy URL' })} />
      </div>
    </div>
  )
}
