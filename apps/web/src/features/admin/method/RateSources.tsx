import { t } from '@lingui/core/macro'
import { RateSource } from '@runnel/contract/payout'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { fieldId } from '#features/admin/settings/SettingInput.tsx'
import { draftOf } from '#features/admin/settings/settings-draft.ts'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { settingName } from '#features/admin/settings/table/table.ts'
import { Button } from '#ui/Button.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { Select } from '#ui/form/Select.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { IconButton } from '#ui/IconButton.tsx'

const mostRows = 10
const [coinMark, currencyMark] = ['{coin}', '{currency}']
const fresh: RateSource = { kind: 'json', enabled: true, url: '', path: '' }
const kinds = RateSource.shape.kind.options

/** Names of their own, the same in every language; `json` is any other API. */
const kindNames = { coingecko: 'CoinGecko', coinbase: 'Coinbase', kraken: 'Kraken' } as const

const nameOf = (kind: RateSource['kind']): string =>
  kind === 'json' ? t({ id: 'admin.rates.json', message: 'Custom JSON API' }) : kindNames[kind]

/** Who is asked for prices; the middle of their answers counts. */
export const RateSources = ({ settings: { form, answer } }: { settings: SettingsForm }) => {
  const rows = form.values.rate_sources
  const standard = draftOf(answer.defaults).rate_sources
  const set = (next: RateSource[]) => form.setFieldValue('rate_sources', next)
  const error = form.errors['rate_sources']
  return (
    <fieldset className="grid gap-3" id={fieldId('rate_sources')} tabIndex={-1}>
      <legend className="field-label mb-2">{settingName('rate_sources')}</legend>
      {rows.every(({ enabled }) => !enabled) && (
        <p className="text-bad">
          {t({ id: 'admin.rates.none', message: 'No price sources. Methods that use them will close.' })}
        </p>
      )}
      {rows.map((row, index) => (
        <Row
          // Rows have nothing of their own to be told apart by.
          key={index}
          row={row}
          onChange={(part) => set(rows.map((known, at) => (at === index ? { ...known, ...part } : known)))}
          onRemove={() => set(rows.toSpliced(index, 1))}
        />
      ))}
      {error && <FieldError id="rate-sources-error">{error}</FieldError>}
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          icon={<IconPlus aria-hidden="true" />}
          disabled={rows.length >= mostRows}
          onClick={() => set([...rows, fresh])}
        >
          {t({ id: 'admin.rates.add', message: 'Add source' })}
        </Button>
        {JSON.stringify(rows) !== JSON.stringify(standard) && (
          <Button size="small" variant="quiet" onClick={() => set(standard)}>
            {t({ id: 'admin.method.default', message: 'Default' })}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

interface RowProps {
  row: RateSource
  onChange: (part: Partial<RateSource>) => void
  onRemove: () => void
}

const Row = ({ row: { kind, enabled, url, path }, onChange, onRemove }: RowProps) => {
  const name = nameOf(kind)
  return (
    <fieldset className="grid min-w-0 gap-3 rounded-m border border-line p-3 sm:p-4">
      <legend className="visually-hidden">{name}</legend>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Switch label={<b>{name}</b>} checked={enabled} onChecked={(wanted) => onChange({ enabled: wanted })} />
        <IconButton
          label={t({ id: 'admin.method.remove', message: `Remove ${name}` })}
          icon={<IconTrash aria-hidden="true" />}
          onClick={onRemove}
        />
      </div>
      {kind === 'json' && (
        <div className="form items-start sm:grid-cols-2 lg:grid-cols-3">
          <Select
            filterable={false}
            label={t({ id: 'admin.rates.kind', message: 'Type' })}
            options={kinds.map((value) => ({ value, label: nameOf(value) }))}
            value={kind}
            onChange={(value) => onChange({ kind: kinds.find((known) => known === value) ?? 'json' })}
          />
          <TextInput
            label={t({ id: 'admin.rates.url', message: 'URL' })}
            hint={t({
              id: 'admin.rates.url.hint',
              message: `Use ${coinMark} and ${currencyMark} as placeholders.`,
            })}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={300}
            value={url}
            onValue={(text) => onChange({ url: text })}
          />
          <TextInput
            label={t({ id: 'admin.rates.path', message: 'JSON path' })}
            hint={t({
              id: 'admin.rates.path.hint',
              message: 'Path to the price in the response, such as data.amount.',
            })}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={path}
            onValue={(text) => onChange({ path: text })}
          />
        </div>
      )}
    </fieldset>
  )
}
