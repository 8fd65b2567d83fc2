import { t } from '@lingui/core/macro'
import { currencies, type AdminMethod } from '@runnel/contract/admin/method'
import { BoundField, PositionField, SwitchField, TextField } from '#features/admin/kit/fields.tsx'
import { ResourceDialog, Wide } from '#features/admin/kit/ResourceDialog.tsx'
import type { Editor } from '#features/admin/kit/use-editor.ts'
import { Select } from '#ui/form/Select.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { coins } from './coin-codes.ts'
import { withCurrency } from './method-draft.ts'
import { useMethodForm, type MethodForm } from './method-form.ts'
import { currenciesOf } from './method-needs.ts'
import { MethodRate } from './MethodRate.tsx'
import { ProcessorOptions } from './ProcessorOptions.tsx'
import { partsForSecond } from './second.ts'
import { WhoPays } from './WhoPays.tsx'

interface MethodDialogProps {
  editor: Editor<AdminMethod>
  /** All there are: a new one is put behind them. */
  methods: readonly AdminMethod[]
  /** Whether a lower rate waits for another admin. */
  needsSecond: boolean
}

/** Adds a method or changes one: who pays, what of, at which price, and within which bounds. */
export const MethodDialog = ({ editor, methods, needsSecond }: MethodDialogProps) => {
  const form = useMethodForm({ editor, position: methods.length })
  const { existing } = editor
  return (
    <ResourceDialog
      wide
      className="gap-5"
      {...{ editor, form }}
      title={
        existing
          ? t({ id: 'admin.method.change', message: 'Edit method' })
          : t({ id: 'admin.method.add', message: 'Add method' })
      }
    >
      <WhoPays form={form} existing={existing} />
      <div className="form items-start sm:grid-cols-2">
        <CurrencySelect form={form} isNew={!existing} />
        <TextField form={form} name="name" label={t({ id: 'admin.method.name', message: 'Name' })} maxLength={40} />
        <ProcessorOptions form={form} />
      </div>
      <MethodRate form={form} existing={existing} />
      <Bounds form={form} />
      {needsSecond && <SecondNote parts={partsForSecond({ draft: form.values, existing, methods })} />}
    </ResourceDialog>
  )
}

/** How much at once, what it costs, and how people meet it. */
const Bounds = ({ form }: { form: MethodForm }) => (
  <div className="form items-start sm:grid-cols-2">
    <BoundField form={form} name="minimum" label={t({ id: 'admin.method.minimum', message: 'Minimum (units)' })} />
    <BoundField form={form} name="maximum" label={t({ id: 'admin.method.maximum', message: 'Maximum (units)' })} />
    <BoundField form={form} name="fee" label={t({ id: 'admin.method.feeUnits', message: 'Fee (units)' })} />
    <PositionField form={form} />
    <Wide>
      <SwitchField form={form} name="enabled" label={t({ id: 'admin.method.enabled', message: 'Enabled' })} />
    </Wide>
  </div>
)

/** Choosing a currency fills in what it usually says, where nobody wrote something else. */
const CurrencySelect = ({ form, isNew }: { form: MethodForm; isNew: boolean }) => {
  const paid = currenciesOf(form.values.processor)
  const choose = (value: string) => {
    const next = currencies.find((code) => code === value)
    if (next) form.set(withCurrency(form.values, next, isNew))
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

/** Said before saving: a part of it pays nobody until another admin has agreed. */
const SecondNote = ({ parts }: { parts: readonly ('rate' | 'contract')[] }) => {
  if (parts.length === 0) return null
  return (
    <Alert tone="warn" title={t({ id: 'admin.method.proposed', message: 'Waiting for a second admin' })}>
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
