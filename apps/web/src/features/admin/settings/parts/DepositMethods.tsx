import { t } from '@lingui/core/macro'
import { providerSources } from '@runnel/contract/admin/provider-sources'
import { DepositProcessor } from '@runnel/contract/deposit'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { fieldId } from '#features/admin/settings/SettingInput.tsx'
import { draftOf, wholeNumber, type DepositDraft } from '#features/admin/settings/settings-draft.ts'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { settingName } from '#features/admin/settings/table/table.ts'
import { TryInDemo, useHasSandbox, withoutSandbox } from '#features/admin/shared/sandbox.tsx'
import { Unverified } from '#features/admin/shared/Unverified.tsx'
import { processorName } from '#features/deposit/deposit.ts'
import { Button } from '#ui/Button.tsx'
import { CoinLogo } from '#ui/coin/CoinLogo.tsx'
import { useCurrency } from '#ui/currency.ts'
import { FieldError } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { formatValue } from '#ui/format.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { useAfterDraw } from '#ui/timer/use-after-draw.ts'

const mostRows = 20

const fresh: DepositDraft = {
  processor: 'btcpay',
  coin: '',
  minimum: '100000',
  maximum: '100000000',
  feeBasisPoints: '0',
  enabled: true,
}

/** The ways to pay in as rows that can be changed, moved, closed and taken away. */
export const DepositMethods = ({ settings: { form, answer } }: { settings: SettingsForm }) => {
  const rows = form.values.deposit_methods
  const afterDraw = useAfterDraw()
  const standard = draftOf(answer.defaults).deposit_methods
  const set = (next: DepositDraft[]) => form.setFieldValue('deposit_methods', next)
  const move = (from: number, to: number) => {
    const row = rows[from]
    if (row === undefined) return
    set(rows.toSpliced(from, 1).toSpliced(to, 0, row))
    // The focus goes along with the row.
    afterDraw(() => document.getElementById(rowId(to))?.focus())
  }
  const error = form.errors['deposit_methods']
  return (
    <fieldset className="grid gap-3" id={fieldId('deposit_methods')} tabIndex={-1}>
      <legend className="visually-hidden">{settingName('deposit_methods')}</legend>
      <TryInDemo />
      {rows.length === 0 && (
        <p className="text-muted">
          {t({ id: 'admin.deposits.none', message: 'No deposit methods. Users can’t make deposits.' })}
        </p>
      )}
      {rows.map((row, index) => (
        <Row
          // Rows have nothing of their own to be told apart by.
          key={index}
          index={index}
          isLast={index === rows.length - 1}
          row={row}
          problem={answer.closedDeposits.find(({ processor }) => processor === row.processor)?.msg}
          onChange={(part) => set(rows.map((known, at) => (at === index ? { ...known, ...part } : known)))}
          onMove={(to) => move(index, to)}
          onRemove={() => set(rows.toSpliced(index, 1))}
        />
      ))}
      {error && <FieldError id="deposit-methods-error">{error}</FieldError>}
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          icon={<IconPlus aria-hidden="true" />}
          disabled={rows.length >= mostRows}
          onClick={() => set([...rows, fresh])}
        >
          {t({ id: 'admin.deposits.add', message: 'Add deposit method' })}
        </Button>
        {JSON.stringify(rows) !== JSON.stringify(standard) && (
          <Button size="small" variant="quiet" onClick={() => set(standard)}>
            {t({ id: 'setting.default', message: 'Default' })}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

const rowId = (index: number) => `deposit-method-${index}`

interface RowProps {
  index: number
  isLast: boolean
  row: DepositDraft
  /** Why nobody can choose it as the site is set up. */
  problem: string | undefined
  onChange: (part: Partial<DepositDraft>) => void
  onMove: (to: number) => void
  onRemove: () => void
}

const Row = ({ index, isLast, row, problem, onChange, onMove, onRemove }: RowProps) => {
  const name = [processorName(row.processor), row.coin].filter(Boolean).join(' ')
  return (
    <fieldset id={rowId(index)} tabIndex={-1} className="grid min-w-0 gap-3 rounded-m border border-line p-3 sm:p-4">
      <legend className="visually-hidden">{name}</legend>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Switch
          label={
            <b className="inline-flex items-center gap-1.5">
              {row.coin !== '' && <CoinLogo currency={row.coin} className="size-5 shrink-0" />}
              {name}
            </b>
          }
          hint={
            row.enabled
              ? t({ id: 'admin.deposits.on', message: 'Enabled' })
              : t({ id: 'admin.deposits.off', message: 'Disabled' })
          }
          checked={row.enabled}
          onChecked={(enabled) => onChange({ enabled })}
        />
        <div className="flex">
          <IconButton
            label={t({ id: 'admin.deposits.up', message: `Move ${name} up` })}
            icon={<IconArrowUp aria-hidden="true" />}
            disabled={index === 0}
            onClick={() => onMove(index - 1)}
          />
          <IconButton
            label={t({ id: 'admin.deposits.down', message: `Move ${name} down` })}
            icon={<IconArrowDown aria-hidden="true" />}
            disabled={isLast}
            onClick={() => onMove(index + 1)}
          />
          <IconButton
            label={t({ id: 'admin.deposits.remove', message: `Remove ${name}` })}
            icon={<IconTrash aria-hidden="true" />}
            onClick={onRemove}
          />
        </div>
      </div>
      {row.enabled && problem && <p className="text-sm text-bad">{problem}</p>}
      {row.processor !== 'sandbox' && providerSources.deposit[row.processor].length === 0 && <Unverified />}
      <RowFields row={row} onChange={onChange} />
    </fieldset>
  )
}

const RowFields = ({ row, onChange }: Pick<RowProps, 'row' | 'onChange'>) => {
  const currency = useCurrency()
  const hasSandbox = useHasSandbox()
  const processors = withoutSandbox(DepositProcessor.options, { hasSandbox, chosen: row.processor })
  const worth = (text: string) => {
    const units = wholeNumber(text)
    return units >= 0 && formatValue(units, currency)
  }
  return (
    <div className="grid grid-cols-2 items-start gap-3 lg:grid-cols-[1.4fr_1fr_0.7fr_1fr_1fr]">
      <Select
        className="max-lg:col-span-2"
        filterable={false}
        label={t({ id: 'admin.deposits.processor', message: 'Processor' })}
        options={processors.map((value) => ({ value, label: processorName(value) }))}
        value={row.processor}
        onChange={(value) => {
          const processor = DepositProcessor.options.find((known) => known === value)
          if (processor) onChange({ processor })
        }}
      />
      <TextInput
        label={t({ id: 'admin.deposits.coin', message: 'Coin' })}
        hint={row.coin === '' && t({ id: 'admin.deposits.anyCoin', message: 'Leave empty to let the payer choose.' })}
        autoComplete="off"
        spellCheck={false}
        maxLength={12}
        value={row.coin}
        onValue={(coin) => onChange({ coin: coin.toUpperCase() })}
      />
      <TextInput
        label={t({ id: 'admin.deposits.fee', message: 'Fee (%)' })}
        inputMode="decimal"
        autoComplete="off"
        value={row.feeBasisPoints}
        onValue={(feeBasisPoints) => onChange({ feeBasisPoints })}
      />
      <TextInput
        label={t({ id: 'setting.minimum', message: 'Minimum (units)' })}
        hint={worth(row.minimum)}
        inputMode="numeric"
        autoComplete="off"
        value={row.minimum}
        onValue={(minimum) => onChange({ minimum })}
      />
      <TextInput
        label={t({ id: 'setting.maximum', message: 'Maximum (units)' })}
        hint={worth(row.maximum)}
        inputMode="numeric"
        autoComplete="off"
        value={row.maximum}
        onValue={(maximum) => onChange({ maximum })}
      />
    </div>
  )
}
