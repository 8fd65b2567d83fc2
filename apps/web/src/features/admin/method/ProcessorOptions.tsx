import { t } from '@lingui/core/macro'
import { explorers } from '@runnel/contract/explorer'
import { isLightning } from '@runnel/contract/withdraw'
import { SwitchField } from '#features/admin/kit/fields.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { hasExplorer } from './method-draft.ts'
import type { MethodForm } from './method-form.ts'
import {
  feeCoinOf,
  hasFeeMax,
  isAutomatic,
  isToken,
  networkNames,
  networkOf,
  opensAccounts,
  usualConfirmations,
} from './method-needs.ts'

/** What the chosen processor has to know of the coin. */
export const ProcessorOptions = ({ form }: { form: MethodForm }) => {
  const { processor, currency } = form.values
  const blocks = usualConfirmations(processor, currency)
  const network = processor === 'evm' ? networkOf[currency] : undefined
  return (
    <>
      {network && isToken(currency) && <Contract form={form} network={networkNames[network]} />}
      <TextInput
        label={t({ id: 'admin.method.decimals', message: 'Decimals' })}
        inputMode="numeric"
        {...form.textProps('decimals')}
      />
      {blocks !== null && (
        <TextInput
          label={t({ id: 'admin.method.confirmations', message: 'Confirmations' })}
          optional
          inputMode="numeric"
          placeholder={String(blocks)}
          hint={t({
            id: 'admin.method.confirmations.hint',
            message: `Blocks until a payout counts as paid. Default: ${blocks}.`,
          })}
          {...form.textProps('confirmations')}
        />
      )}
      <Limits form={form} />
      {opensAccounts(processor, currency) && <CreateAccounts form={form} />}
      {isLightning(processor) && <RoutingFee form={form} />}
      {hasExplorer(processor) && (
        <TextInput
          className="sm:col-span-2"
          label={t({ id: 'admin.method.explorer', message: 'Transaction explorer URL' })}
          optional
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
          placeholder={explorers[currency]}
          hint={t({
            id: 'admin.method.explorer.hint',
            message: 'Shown to users with each payout. Write the transaction ID as tx in braces.',
          })}
          {...form.textProps('explorer')}
        />
      )}
      {network && (
        <TextInput
          label={t({ id: 'admin.method.chainId', message: 'Chain ID' })}
          optional
          inputMode="numeric"
          hint={t({ id: 'admin.method.chainId.hint', message: 'For test networks only. Usually empty.' })}
          {...form.textProps('chainId')}
        />
      )}
    </>
  )
}

/** What the network may take for one payout, and the wallet may pay in a day. */
const Limits = ({ form }: { form: MethodForm }) => {
  const { processor, currency } = form.values
  const coin = feeCoinOf(processor, currency)
  return (
    <>
      {hasFeeMax(processor, currency) && (
        <TextInput
          label={t({ id: 'admin.method.feeMax', message: `Max. network fee (${coin})` })}
          optional
          inputMode="decimal"
          autoComplete="off"
          hint={t({
            id: 'admin.method.feeMax.hint',
            message: 'Payouts wait while the network fee is higher. Leave empty for no limit.',
          })}
          {...form.textProps('feeMax')}
        />
      )}
      {isAutomatic(processor) && (
        <TextInput
          label={t({ id: 'admin.method.dayMax', message: `Daily wallet limit (${currency})` })}
          optional
          inputMode="decimal"
          autoComplete="off"
          hint={t({
            id: 'admin.method.dayMax.hint',
            message: 'Further payouts wait until midnight UTC. Leave empty for no limit.',
          })}
          {...form.textProps('dayMax')}
        />
      )}
    </>
  )
}

/** What a chain asks for an account that is opened with a payment, and who pays it. */
const CreateAccounts = ({ form }: { form: MethodForm }) => {
  const { processor } = form.values
  const isTron = processor === 'tron'
  return (
    <SwitchField
      form={form}
      name="createAccounts"
      label={
        isTron
          ? t({ id: 'admin.method.openWallets', message: 'Pay to unused wallets' })
          : t({ id: 'admin.method.createAccounts', message: 'Open token accounts for new wallets' })
      }
      hint={
        isTron
          ? t({
              id: 'admin.method.openWallets.hint',
              message: 'Each costs you about 1.1 TRX: set the fee to cover it. Off: refused.',
            })
          : processor === 'ton'
            ? t({
                id: 'admin.method.createJettons.hint',
                message: 'Each costs you about 0.04 TON: set the fee to cover it. Off: refused.',
              })
            : t({
                id: 'admin.method.createAccounts.hint',
                message:
                  'Each costs you about 0.00204 SOL, which the user can keep: set the fee to cover it. Off: refused.',
              })
      }
    />
  )
}

const RoutingFee = ({ form }: { form: MethodForm }) => (
  <TextInput
    label={t({ id: 'admin.method.routingMax', message: 'Max. routing fee (BTC)' })}
    optional
    inputMode="decimal"
    autoComplete="off"
    hint={t({
      id: 'admin.method.routingMax.hint',
      message: 'For one payout. Empty: 1% of the amount, at least 5 sat.',
    })}
    {...form.textProps('feeMax')}
  />
)

const Contract = ({ form, network }: { form: MethodForm; network: string }) => (
  <TextInput
    className="sm:col-span-2"
    label={t({ id: 'admin.method.contract', message: `Token contract on ${network}` })}
    hint={t({
      id: 'admin.method.contract.hint',
      message: 'Compare it with the token issuer’s website. Payouts with a wrong contract are lost.',
    })}
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={42}
    {...form.textProps('contract')}
  />
)
