import { t } from '@lingui/core/macro'
import { NumberSetting } from '#features/admin/settings/SettingInput.tsx'
import { wholeNumber } from '#features/admin/settings/settings-draft.ts'
import type { SettingsForm } from '#features/admin/settings/settings-form.ts'
import { formatDuration } from '#features/withdraw/withdraw.ts'
import { unitsText } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { useCurrency } from '#ui/currency.ts'
import { formatNumber, formatValue } from '#ui/format.ts'
import { Alert } from '#ui/state/Alert.tsx'
import { HappyHours } from './HappyHours.tsx'

/** What a claim pays, how often, and when it pays more. */
export const FaucetSettings = ({ settings }: { settings: SettingsForm }) => {
  const { values } = settings.form
  const currency = useCurrency()
  const reward = wholeNumber(values.faucet_reward)
  const wait = wholeNumber(values.faucet_timer)
  const worth = formatValue(reward, currency)
  const span = formatDuration(wait)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title={t({ id: 'admin.faucet.claim', message: 'Faucet claim' })}>
        <div className="form">
          <NumberSetting
            settings={settings}
            name="faucet_reward"
            hint={
              reward >= 0 &&
              t({ id: 'admin.faucet.worth', message: `≈ ${worth}, before level and happy hour bonuses.` })
            }
          />
          <MoneyRule reward={reward} solvePrice={values.solve_price_usd} />
          <NumberSetting
            settings={settings}
            name="faucet_timer"
            hint={wait > 0 && t({ id: 'admin.faucet.wait', message: `One claim every ${span}.` })}
          />
          <NumberSetting settings={settings} name="faucet_exp" />
          <NumberSetting
            settings={settings}
            name="dailyClaimLimit"
            hint={t({
              id: 'admin.faucet.limit',
              message: 'Per user and UTC day. 0 = no limit.',
            })}
          />
          <Most reward={reward} wait={wait} limit={wholeNumber(values.dailyClaimLimit)} />
        </div>
      </Card>
      <Card
        title={t({ id: 'admin.faucet.happy', message: 'Happy hours' })}
        note={t({ id: 'admin.faucet.happyNote', message: 'Times of day (UTC) with higher faucet rewards.' })}
      >
        <div className="form">
          <HappyHours settings={settings} />
          <NumberSetting settings={settings} name="happyHourBonus" />
        </div>
      </Card>
    </div>
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
