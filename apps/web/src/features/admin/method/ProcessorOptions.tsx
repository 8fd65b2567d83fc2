import { t } from '@lingui/core/macro'
import type { MethodForm } from '#features/admin/method-form.ts'
import { TextInput } from '#ui/TextInput.tsx'
import { feeCoinOf, isToken, networkNames, networkOf, usualConfirmations } from './method-needs.ts'

/** What the chosen processor has to know of the coin. */
export function ProcessorOptions({ form }: { form: MethodForm }) {
  const { processor, currency } = form.values
  const blocks = usualConfirmations(processor, currency)
  const network = processor === 'evm' ? networkOf[currency] : undefined
  const coin = feeCoinOf(processor, currency)
  return (
    <>
      {network && isToken(currency) && <Contract form={form} network={networkNames[network]} />}
      <TextInput
        label={t({ id: 'admin.method.decimals', message: 'Decimals of the coin' })}
        inputMode="numeric"
        {...form.getInputProps('decimals')}
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
              message: `Blocks until a payout counts as paid. Empty: ${blocks}.`,
            })}
            {...form.getInputProps('confirmations')}
          />
          <TextInput
            label={t({ id: 'admin.method.feeMax', message: `Most that the network may take, in ${coin}` })}
            optional
            inputMode="decimal"
            autoComplete="off"
            hint={t({ id: 'admin.method.feeMax.hint', message: 'Dearer payouts wait. Empty: whatever it asks.' })}
            {...form.getInputProps('feeMax')}
          />
        </>
      )}
      {network && (
        <TextInput
          label={t({ id: 'admin.method.chainId', message: 'Number of the chain' })}
          optional
          inputMode="numeric"
          hint={t({ id: 'admin.method.chainId.hint', message: 'Only for a test chain; usually empty.' })}
          {...form.getInputProps('chainId')}
        />
      )}
    </>
  )
}

function Contract({ form, network }: { form: MethodForm; network: string }) {
  return (
    <TextInput
      className="sm:col-span-2"
      label={t({ id: 'admin.method.contract', message: `Contract of the token on ${network}` })}
      hint={t({
        id: 'admin.method.contract.hint',
        message: 'Compare it with what the issuer of the token publishes: a payout to another token is lost.',
      })}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={42}
      {...form.getInputProps('contract')}
    />
  )
}
