import { plural, t } from '@lingui/core/macro'
import { Device } from '@runnel/contract/advertise'
import { countryOptions } from '#features/advertise/countries.ts'
import { deviceName, intervalName, intervals } from '#features/advertise/labels.ts'
import { Disclosure } from '#ui/Disclosure.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import type { CampaignForm } from './create-form.ts'

/** Who sees it and how often; everybody, unless somebody opens this. */
export const Targeting = ({ campaign }: { campaign: CampaignForm }) => {
  const { form, countries, setCountries } = campaign
  const options = countryOptions()
  const level = form.getInputProps('minLevel')
  return (
    <Disclosure summary={<Summary campaign={campaign} />} open={Boolean(level.error)}>
      <div className="form text-ink">
        <Select
          multiple
          optional
          label={t({ id: 'campaign.countries', message: 'Countries' })}
          hint={t({ id: 'campaign.countries.hint', message: 'Leave empty to target all countries.' })}
          placeholder={t({ id: 'campaign.countries.find', message: 'Search countries' })}
          options={options}
          value={countries}
          onChange={setCountries}
        />
        <Segmented
          label={t({ id: 'campaign.device', message: 'Devices' })}
          options={Device.options.map((value) => ({ value, label: deviceName(value) }))}
          value={form.values.device}
          onValue={(device) => form.setFieldValue('device', device)}
        />
        <Select
          filterable={false}
          label={t({ id: 'campaign.interval', message: 'View frequency per user' })}
          options={intervals.map((seconds) => ({ value: String(seconds), label: intervalName(seconds) }))}
          value={form.values.interval}
          onChange={(interval) => form.setFieldValue('interval', interval)}
        />
        <TextInput
          label={t({ id: 'campaign.level', message: 'Minimum user level' })}
          hint={t({ id: 'campaign.level.hint', message: 'Higher levels reach fewer but more active users.' })}
          inputMode="numeric"
          autoComplete="off"
          {...level}
        />
      </div>
    </Disclosure>
  )
}

const Summary = ({ campaign: { form, countries } }: { campaign: CampaignForm }) => {
  const { device, interval, minLevel } = form.values
  const place =
    countries.length === 0
      ? t({ id: 'campaign.where.all', message: 'worldwide' })
      : t({ id: 'campaign.where', message: plural(countries.length, { one: 'in # country', other: 'in # countries' }) })
  const known = Device.options.find((value) => value === device) ?? 'any'
  const parts = [place, deviceName(known).toLocaleLowerCase(), intervalName(Number(interval)).toLocaleLowerCase()]
  if (minLevel.trim() !== '1') parts.push(t({ id: 'campaign.fromLevel', message: `level ${minLevel}+` }))
  return (
    <>
      <span className="block">{t({ id: 'campaign.who', message: 'Targeting' })}</span>
      <span className="block text-sm font-normal text-muted">{parts.join(', ')}</span>
    </>
  )
}
