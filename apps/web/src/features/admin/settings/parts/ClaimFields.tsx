import { t } from '@lingui/core/macro'
import type { SettingFieldProps } from '#features/admin/settings/SettingField.tsx'
import { NumberSetting } from '#features/admin/settings/SettingInput.tsx'
import { wholeNumber } from '#features/admin/settings/settings-draft.ts'
import { unitsText } from '#ui/Amount.tsx'
import { useCurrency } from '#ui/currency.ts'
import { formatDuration, formatNumber, formatValue } from '#ui/format.ts'
import { Alert } from '#ui/state/Alert.tsx'

export const ClaimReward = ({ settings, name }: SettingFieldProps) => {
  const { faucet_reward: typed, solve_price_usd: solvePrice, earning_rules: rules } = settings.form.values
  const reward = wholeNumber(typed)
  const worth = formatValue(reward, useCurrency())
  const hint =
    reward >= 0 && t({ id: 'setting.faucet_reward.hint', message: `≈ ${worth}, before level and happy hour bonuses.` })
  return (
    <>
      <NumberSetting settings={settings} name={name} hint={hint} />
      {rules === 'open' && <MoneyRule reward={reward} solvePrice={solvePrice} />}
    </>
  )
}

export const ClaimTimer = ({ settings, name }: SettingFieldProps) => {
  const wait = wholeNumber(settings.form.values.faucet_timer)
  const span = formatDuration(wait)
  const hint = wait > 0 && t({ id: 'setting.faucet_timer.hint', message: `One claim every ${span}.` })
  return <NumberSetting settings={settings} name={name} hint={hint} />
}

export const ClaimLimit = ({ settings, name }: SettingFieldProps) => {
  const { faucet_reward: reward, faucet_timer: wait, dailyClaimLimit: limit } = settings.form.values
  return (
    <>
      <NumberSetting settings={settings} name={name} />
      <Most reward={wholeNumber(reward)} wait={wholeNumber(wait)} limit={wholeNumber(limit)} />
    </>
  )
}

const unitsPerDollar = 100_000
const highestShare = 0.6

/** Above this a bought answer earns its price back; the server warns by the same rule. */
const MoneyRule = ({ reward, solvePrice }: { reward: number; solvePrice: string }) => {
  const most = Math.floor(Number(solvePrice) * highestShare * unitsPerDollar + 1e-9)
  if (!(reward > most)) return null
  const shown = unitsText(most)
  return (
    <Alert tone="warn">
      {t({
        id: 'admin.faucet.rule',
        message: `Above ${shown}, paying for solved captchas becomes profitable for bots. You can still save.`,
      })}
    </Alert>
  )
}

const daySeconds = 86_400

/** The most that one user can claim in a day, without level and happy hour. */
const Most = ({ reward, wait, limit }: { reward: number; wait: number; limit: number }) => {
  if (!(wait > 0) || !(reward >= 0) || !(limit >= 0)) return null
  const byTime = Math.floor(daySeconds / wait)
  const claims = limit === 0 ? byTime : Math.min(byTime, limit)
  const count = formatNumber(claims)
  const units = unitsText(claims * reward)
  return (
    <p className="rounded-m bg-sunken px-4 py-3 text-sm">
      {t({ id: 'admin.faucet.most', message: `Max. ${count} claims a day per user (${units} in total).` })}
    </p>
  )
}
