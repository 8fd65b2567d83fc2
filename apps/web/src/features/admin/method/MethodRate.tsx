import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminMethod } from '@runnel/contract/admin/method'
import { RateOrigin } from '@runnel/contract/payout'
import { useQuery } from '@tanstack/react-query'
import { admin } from '#features/admin/admin.ts'
import { useCurrency } from '#ui/currency.ts'
import { RadioGroup } from '#ui/form/RadioGroup.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { formatNumber, formatPercent, formatValue } from '#ui/format.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { MethodForm } from './method-form.ts'
import { RateText } from './RateText.tsx'

/** What a coin costs: said by the owner, or by the price sources of the settings. */
export const MethodRate = ({ form, existing }: { form: MethodForm; existing: AdminMethod | undefined }) => {
  const { currency, rate, decimals, rateSource } = form.values
  // The server keeps what the sources said; only a rate that the owner fixes can be typed over it.
  const isFed = rateSource === 'feed' && existing?.rateSource === 'feed'
  return (
    <div className="grid gap-3">
      <RadioGroup
        label={t({ id: 'admin.method.rateSource', message: 'Rate source' })}
        options={RateOrigin.options.map((value) => ({ value, label: originName(value), hint: originHint(value) }))}
        value={rateSource}
        onValue={(value) => form.set({ rateSource: value === 'feed' ? 'feed' : 'fixed' })}
        error={form.errors['rateSource']}
      />
      <TextInput
        label={t({ id: 'admin.method.rateUnits', message: `Units per ${currency}` })}
        inputMode="decimal"
        autoComplete="off"
        readOnly={isFed}
        hint={
          <>
            {rate === '' ? (
              <UnitsPerMoney coin={currency} />
            ) : (
              <RateText rate={rate} decimals={decimals} coin={currency} />
            )}
            {existing?.rateAt && (
              <span className="block">
                <Trans id="admin.method.rateAt">
                  Effective since <RelativeTime iso={existing.rateAt} />
                </Trans>
              </span>
            )}
            {rateSource === 'feed' && !isFed && (
              <span className="block">
                {t({
                  id: 'admin.method.rateFirst',
                  message: 'Enter today’s price. It is used until the price sources respond, within a minute.',
                })}
              </span>
            )}
          </>
        }
        {...form.textProps('rate')}
      />
      {rateSource === 'feed' && <JumpGuard />}
    </div>
  )
}

/** What a unit is, before anything was typed. */
const UnitsPerMoney = ({ coin }: { coin: string }) => {
  const currency = useCurrency()
  const one = formatValue(100_000, currency)
  const [units, factor] = [formatNumber(100_000), formatNumber(100_000, { useGrouping: false })]
  return (
    <span>
      {t({
        id: 'admin.method.units',
        message: `${units} units = ${one}. Enter the price of 1 ${coin} in ${currency} × ${factor}.`,
      })}
    </span>
  )
}

/** Why a price does not always follow at once, and when a method closes by itself. */
const JumpGuard = () => {
  const { data } = useQuery({ ...admin.query('settings'), staleTime: 60_000 })
  if (!data) return null
  const { rate_jump_percent: percent, rate_max_age_minutes: minutes } = data.settings
  const jump = formatPercent(percent * 100)
  return (
    <p className="text-sm text-muted">
      {t({
        id: 'admin.method.jump',
        message: `Changes above ${jump} must be seen 3 times. No price for ${minutes} minutes closes the method.`,
      })}
    </p>
  )
}

const originName = (origin: RateOrigin): string =>
  origin === 'feed'
    ? t({ id: 'admin.method.feed', message: 'Price sources' })
    : t({ id: 'admin.method.fixed', message: 'Fixed rate' })

const originHint = (origin: RateOrigin): string =>
  origin === 'feed'
    ? t({
        id: 'admin.method.feed.hint',
        message: 'Updated every few minutes. The median of all sources is used.',
      })
    : t({ id: 'admin.method.fixed.hint', message: 'Stays the same until you change it.' })
