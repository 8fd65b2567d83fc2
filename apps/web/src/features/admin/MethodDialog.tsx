import { t } from '@lingui/core/macro'
import { currencies } from '@runnel/contract/admin-method'
import type { AdminMethod } from '@runnel/contract/admin-method'
import { PayoutProcessor } from '@runnel/contract/withdraw'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { unitsInWords } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { useCurrency } from '#ui/currency.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { formatValue } from '#ui/format.ts'
import { RadioGroup } from '#ui/RadioGroup.tsx'
import { Select } from '#ui/Select.tsx'
import { Switch } from '#ui/Switch.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { coins } from './coins.ts'
import { useMethodForm } from './method-form.ts'
import type { MethodDraft, MethodForm } from './method-form.ts'
import { processorName } from './processor-name.ts'
import { RateWords } from './RateWords.tsx'
import { wholeNumber } from './settings-draft.ts'

interface MethodDialogProps {
  open: boolean
  /** The method that is changed; without one a new one is added. */
  known: AdminMethod | undefined
  /** Where a new one is put. */
  position: number
  onClose: () => void
}

/** Adds a method or changes one. */
export function MethodDialog({ open, known, position, onClose }: MethodDialogProps) {
  const id = useId()
  const { form, save, submit } = useMethodForm({ known, position, onDone: onClose })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      wide
      title={
        known
          ? t({ id: 'admin.method.change', message: 'Change a method' })
          : t({ id: 'admin.method.add', message: 'Add a method' })
      }
      actions={
        <>
          <Button onClick={onClose}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
          <Button type="submit" form={id} variant="primary" busy={save.isPending}>
            {t({ id: 'admin.save', message: 'Save' })}
          </Button>
        </>
      }
    >
      <form id={id} className="form items-start sm:grid-cols-2" noValidate onSubmit={submit}>
        <CurrencySelect form={form} isNew={!known} />
        <TextInput
          label={t({ id: 'admin.method.name', message: 'Name' })}
          maxLength={40}
          {...form.getInputProps('name')}
        />
        <Wide>
          <RateField form={form} />
        </Wide>
        <UnitsField form={form} name="minimum" label={t({ id: 'admin.method.minimum', message: 'Minimum in units' })} />
        <UnitsField form={form} name="maximum" label={t({ id: 'admin.method.maximum', message: 'Maximum in units' })} />
        <UnitsField form={form} name="fee" label={t({ id: 'admin.method.feeUnits', message: 'Fee in units' })} />
        <HowFields form={form} />
      </form>
    </Dialog>
  )
}

/** How it is paid, and how people meet it. */
function HowFields({ form }: { form: MethodForm }) {
  const choose = (value: string) =>
    form.setFieldValue('processor', PayoutProcessor.options.find((known) => known === value) ?? 'manual')
  return (
    <>
      <TextInput
        label={t({ id: 'admin.method.decimals', message: 'Decimals of the coin' })}
        inputMode="numeric"
        {...form.getInputProps('decimals')}
      />
      <RadioGroup
        label={t({ id: 'admin.method.processor', message: 'Who pays' })}
        options={PayoutProcessor.options.map((value) => ({ value, label: processorName(value) }))}
        value={form.values.processor}
        onValue={choose}
        error={form.errors['processor']}
      />
      <TextInput
        label={t({ id: 'admin.method.position', message: 'Place in the list' })}
        hint={t({ id: 'admin.method.position.hint', message: 'Smaller numbers come first.' })}
        inputMode="numeric"
        {...form.getInputProps('position')}
      />
      <Wide>
        <Switch
          label={t({ id: 'admin.method.enabled', message: 'People can choose it' })}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
      </Wide>
    </>
  )
}

function Wide({ children }: { children: ReactNode }) {
  return <div className="sm:col-span-2">{children}</div>
}

/** Choosing a currency fills in what it usually says, where nobody wrote something else. */
function CurrencySelect({ form, isNew }: { form: MethodForm; isNew: boolean }) {
  const choose = (value: string) => {
    const next = currencies.find((code) => code === value)
    if (!next) return
    const before = coins[form.values.currency]
    form.setFieldValue('currency', next)
    if (isNew && form.values.name === before.name) form.setFieldValue('name', coins[next].name)
    form.setFieldValue('decimals', String(coins[next].decimals))
  }
  return (
    <Select
      label={t({ id: 'admin.method.currency', message: 'Currency' })}
      options={currencies.map((value) => ({ value, label: `${value} · ${coins[value].name}` }))}
      value={form.values.currency}
      onChange={choose}
      error={form.errors['currency']}
    />
  )
}

function RateField({ form }: { form: MethodForm }) {
  const { currency, rate, decimals } = form.values
  return (
    <TextInput
      label={t({ id: 'admin.method.rateUnits', message: `Units that 1 ${currency} costs` })}
      inputMode="decimal"
      autoComplete="off"
      hint={<RateWords rate={rate} decimals={wholeNumber(decimals)} coin={currency} />}
      {...form.getInputProps('rate')}
    />
  )
}

interface UnitsFieldProps {
  form: MethodForm
  name: Extract<keyof MethodDraft, 'minimum' | 'maximum' | 'fee'>
  label: string
}

function UnitsField({ form, name, label }: UnitsFieldProps) {
  const units = wholeNumber(form.values[name])
  const value = formatValue(units, useCurrency())
  const words = unitsInWords(units)
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      autoComplete="off"
      hint={units >= 0 && t({ id: 'admin.method.worth', message: `${words}, worth ${value}` })}
      {...form.getInputProps(name)}
    />
  )
}
