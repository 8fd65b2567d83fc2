import { t } from '@lingui/core/macro'
import { fillPath } from '@runnel/contract/client'
import { deposit as contract } from '@runnel/contract/deposit'
import type { DepositProcessor } from '@runnel/contract/deposit'
import type { ReactNode } from 'react'
import { processorName } from '#features/deposit/deposit.ts'
import { Card } from '#ui/Card.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { SecretSetting } from './SecretSetting.tsx'
import { SettingInput } from './SettingInput.tsx'
import type { SettingsForm } from './settings-form.ts'

/** What each processor must be told of the site, and the site of it. */
export function ProcessorKeys({ settings }: { settings: SettingsForm }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Btcpay settings={settings} />
      <div className="grid gap-4">
        <Nowpayments settings={settings} />
        <Faucetpay settings={settings} />
      </div>
    </div>
  )
}

function Btcpay({ settings }: { settings: SettingsForm }) {
  return (
    <Card
      title={processorName('btcpay')}
      note={t({ id: 'admin.btcpay.note', message: 'Your own server takes the coins; nobody stands in between.' })}
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
          hint={t({ id: 'admin.btcpay.store', message: 'In your BTCPay Server under Settings, General.' })}
        />
        <SecretSetting settings={settings} name="deposit_btcpay_key" />
        <Steps>
          {t({
            id: 'admin.btcpay.key',
            message: 'Make the key under Account, API keys. It must be allowed to view and to create invoices.',
          })}
        </Steps>
        <SecretSetting settings={settings} name="deposit_btcpay_webhook_secret" />
        <WebhookAddress processor="btcpay">
          {t({
            id: 'admin.btcpay.webhook',
            message: 'Paste it under Settings, Webhooks, with automatic redelivery, and copy the secret from there.',
          })}
        </WebhookAddress>
      </div>
    </Card>
  )
}

function Nowpayments({ settings }: { settings: SettingsForm }) {
  return (
    <Card
      title={processorName('nowpayments')}
      note={t({ id: 'admin.nowpayments.note', message: 'A service that takes many coins for a share of its own.' })}
    >
      <div className="form">
        <SecretSetting settings={settings} name="deposit_nowpayments_key" />
        <SecretSetting settings={settings} name="deposit_nowpayments_ipn_secret" />
        <WebhookAddress processor="nowpayments">
          {t({
            id: 'admin.nowpayments.webhook',
            message: 'Under Settings, Payments, Instant payment notifications. The IPN secret is made there too.',
          })}
        </WebhookAddress>
        <SettingInput
          settings={settings}
          name="deposit_nowpayments_url"
          type="url"
          inputMode="url"
          optional
          spellCheck={false}
          hint={t({ id: 'admin.nowpayments.url', message: 'Only to try things out at their sandbox; usually empty.' })}
        />
      </div>
    </Card>
  )
}

function Faucetpay({ settings }: { settings: SettingsForm }) {
  return (
    <Card
      title={processorName('faucetpay')}
      note={t({ id: 'admin.faucetpay.note', message: 'People pay out of their FaucetPay balance.' })}
    >
      <div className="form">
        <SettingInput
          settings={settings}
          name="deposit_faucetpay_username"
          spellCheck={false}
          hint={t({ id: 'admin.faucetpay.name', message: 'Of the account with merchant rights. Payers see it.' })}
        />
        <WebhookAddress processor="faucetpay">
          {t({
            id: 'admin.faucetpay.webhook',
            message: 'Every payment carries it along; paste it only where FaucetPay asks for one.',
          })}
        </WebhookAddress>
      </div>
    </Card>
  )
}

function Steps({ children }: { children: ReactNode }) {
  return <p className="field-hint">{children}</p>
}

interface WebhookAddressProps {
  processor: DepositProcessor
  /** Where it is pasted. */
  children: ReactNode
}

/** Where the processor tells the site of payments. */
function WebhookAddress({ processor, children }: WebhookAddressProps) {
  const address = window.location.origin + fillPath(contract.webhook.path, { processor })
  return (
    <div className="grid gap-2 rounded-m bg-sunken p-4">
      <p className="field-label">{t({ id: 'admin.webhook', message: 'Address for its notifications' })}</p>
      <code className="text-sm break-all">{address}</code>
      <p className="field-hint">{children}</p>
      <div>
        <CopyButton text={address} label={t({ id: 'admin.webhook.copy', message: 'Copy the address' })} />
      </div>
    </div>
  )
}
