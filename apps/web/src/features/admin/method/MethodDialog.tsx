import { t } from '@lingui/core/macro'
import { currencies, type AdminMethod } from '@runnel/contract/admin/method'
import { useId } from 'react'
import { wholeNumber } from '#features/admin/settings/settings-draft.ts'
import { unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { useCurrency } from '#ui/currency.ts'
import { Select } from '#ui/form/Select.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { formatValue } from '#ui/format.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { coins } from './coin-codes.ts'
import { withCurrency, type MethodDraft } from './method-draft.ts'
import { useMethodForm, type MethodForm } from './method-form.ts'
import { currenciesOf } from './method-needs.ts'
import { MethodRate } from './MethodRate.tsx'
import { ProcessorOptions } from './ProcessorOptions.tsx'
import { partsForSecond } from './second.ts'
import { WhoPays } from './WhoPays.tsx'

interface MethodDialogProps {
  open: boolean
  /** The method that is changed; without one a new one is added. */
  existing: AdminMethod | undefined
  /** All there are: a new one is put behind them. */
  methods: readonly AdminMethod[]
  /** Whether a lower rate waits for another admin. */
  needsSecond: boolean
  onClose: () => void
}

/** Adds a method or changes one: who pays, what of, at which price, and within which bounds. */
export const MethodDialog = ({ open, existing, methods, needsSecond, onClose }: MethodDialogProps) => {
  const id = useId()
  const { form, save, submit } = useMethodForm({ existing, position: methods.length, onDone: onClose })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      wide
      title={
        existing
          ? t({ id: 'admin.method.change', message: 'Edit method' })
          : t({ id: 'admin.method.add', message: 'Add method' })
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
      <form id={id} className="grid gap-5" noValidate onSubmit={submit}>
        <WhoPays form={form} existing={existing} />
        <div className="form items-start sm:grid-cols-2">
          <CurrencySelect form={form} isNew={!existing} />
          <TextInput
            label={t({ id: 'admin.method.name', message: 'Name' })}
            maxLength={40}
            {...form.getInputProps('name')}
          />
          <ProcessorOptions form={form} />
        </div>
        <MethodRate form={form} existing={existing} />
        <Bounds form={form} />
        {needsSecond && <SecondNote parts={partsForSecond({ draft: form.values, existing, methods })} />}
      </form>
    </Dialog>
  )
}

/** How much at once, what it costs, and how people meet it. */
const Bounds = ({ form }: { form: MethodForm }) => (
  <div className="form items-start sm:grid-cols-2">
    <UnitsField form={form} name="minimum" label={t({ id: 'admin.method.minimum', message: 'Minimum (units)' })} />
    <UnitsField form={form} name="maximum" label={t({ id: 'admin.method.maximum', message: 'Maximum (units)' })} />
    <UnitsField form={form} name="fee" label={t({ id: 'admin.method.feeUnits', message: 'Fee (units)' })} />
    <TextInput
      label={t({ id: 'admin.method.position', message: 'Position' })}
      hint={t({ id: 'admin.method.position.hint', message: 'Lower numbers are listed first.' })}
      inputMode="numeric"
      {...form.getInputProps('position')}
    />
    <div className="sm:col-span-2">
      <Switch
        label={t({ id: 'admin.method.enabled', message: 'Enabled' })}
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
    </div>
  </div>
)

/** Choosing a currency fills in what it usually says, where nobody wrote something else. */
const CurrencySelect = ({ form, isNew }: { form: MethodForm; isNew: boolean }) => {
  const paid = currenciesOf(form.values.processor)
  const choose = (value: string) => {
    const next = currencies.find((code) => code === value)
    if (next) form.setValues(withCurrency(form.values, next, isNew))
  }
  return (
    <Select
      label={t({ id: 'admin.method.currency', message: 'Currency' })}
      options={paid.map((value) => ({ value, label: `${value} · ${coins[value].name}` }))}
      value={form.values.currency}
      onChange={choose}
      error={form.errors['currency']}
    />
  )
}

interface UnitsFieldProps {
  form: MethodForm
  name: Extract<keyof MethodDraft, 'minimum' | 'maximum' | 'fee'>
  label: string
}

const UnitsField = ({ form, name, label }: UnitsFieldProps) => {
  const units = wholeNumber(form.values[name])
  const value = formatValue(units, useCurrency())
  const words = unitsText(units)
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      autoComplete="off"
      hint={units >= 0 && t({ id: 'admin.method.worth', message: `${words} (≈ ${value})` })}
      {...form.getInputProps(name)}
    />
  )
}

/** Said before saving: a part of it pays nobody until another admin has agreed. */
const SecondNote = ({ parts }: { parts: readonly ('rate' | 'contract')[] }) => {
  if (parts.length === 0) return null
  return (
    <Alert tone="warn" title={t({ id: 'admin.proposed', message: 'Waiting for a second admin' })}>
      {parts.includes('rate') && (
        <p>
          {t({
            id: 'admin.method.second.rate',
            message: 'Rate: a lower or first rate needs a second admin before anyone is paid.',
          })}
        </p>
      )}
      {parts.includes('contract') && (
        <p>
          {t({
            id: 'admin.method.second.contract',
            message: 'Contract address: another contract is another token and may be worth more.',
          })}
        </p>
      )}
      <p>{t({ id: 'admin.method.second.rest', message: 'All other changes are saved immediately.' })}</p>
    </Alert>
  )
}
