import { t } from '@lingui/core/macro'
import { TextInput } from '#ui/form/TextInput.tsx'
import type { MethodForm } from './method-form.ts'
import { feeCoinOf, isToken, networkNames, networkOf, usualConfirmations } from './method-needs.ts'

/** What the chosen processor has to know of the coin. */
export const ProcessorOptions = ({ form }: { form: MethodForm }) => {
  const { processor, currency } = form.values
  const blocks = usualConfirmations(processor, currency)
  const network = processor === 'evm' ? networkOf[currency] : undefined
  const coin = feeCoinOf(processor, currency)
  return (
    <>
      {network && isToken(currency) && <Contract form={form} network={networkNames[network]} />}
      <TextInput
        label={t({ id: 'admin.method.decimals', message: 'Decimals' })}
        inputMode="numeric"
        {...form.textProps('decimals')}
      />
      {blocks !== null && (
        <>
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
        </>
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
