import type { Settings } from '@runnel/contract/settings/settings'
import { refuseVisitLimit } from '#features/link/link.ts'
import type { Tx } from '#kernel/db.ts'
import { refuseField } from '#kernel/refusal.ts'
import { money, say } from '#kernel/words/say.ts'
import { earningRules } from '#money/allowance/allowance.ts'

type Name = keyof Settings

interface SettingsCheck {
  /** What contradicts each other already does not prevent other changes. */
  readonly before: Settings
  readonly settings: Settings
  readonly now: Date
}

/** What each setting alone allows, but together locks people out or promises what nobody can reach. */
export const refuseContradictions = async (tx: Tx, { before, settings, now }: SettingsCheck): Promise<void> => {
  refuseCaptchaWithoutKeys(settings)
  const changed = (...names: readonly Name[]): Name | undefined => names.find((name) => settings[name] !== before[name])
  const bonus = changed('bonus_min_claims', 'faucet_timer', 'dailyClaimLimit')
  if (bonus !== undefined) refuseUnreachableBonus(settings, bonus)
  const least = changed('allowance_withdraw_min', 'payout_user_day_max')
  if (least !== undefined || changed('earning_rules') !== undefined) {
    refuseUnreachableMinimum({ settings, now, field: least ?? 'earning_rules' })
  }
  const { link_visit_minutes: minutes } = settings
  if (minutes < before.link_visit_minutes) await refuseVisitLimit(tx, minutes)
}

const refuseCaptchaWithoutKeys = ({
  captcha_provider: provider,
  captcha_site_key: key,
  captcha_secret: secret,
}: Settings): void => {
  if (provider === 'own') return
  if (key === '') refuseField('captcha_site_key', 'CAPTCHA_KEY_MISSING', say('owner.settings.enterCaptchaSiteKey'))
  if (secret === '')
    refuseField('captcha_secret', 'CAPTCHA_SECRET_MISSING', say('owner.settings.enterCaptchaSecretKey'))
}

const DAY_SECONDS = 86_400

/** The bonus of a day asks for claims that the day must have room for. */
const refuseUnreachableBonus = (settings: Settings, field: Name): void => {
  const { bonus_min_claims: needed, faucet_timer: timer, dailyClaimLimit: limit } = settings
  // The first claim needs no wait.
  const most = Math.ceil(DAY_SECONDS / timer)
  if (needed > most) {
    refuseField(field, 'BONUS_BEYOND_TIMER', say('owner.settings.bonusBeyondTimer', { timer, most, needed }))
  }
  if (limit > 0 && needed > limit) {
    refuseField(field, 'BONUS_BEYOND_LIMIT', say('owner.settings.bonusBeyondLimit', { most: limit, needed }))
  }
}

/** Who must withdraw at least so much has to be allowed as much in a day. */
const refuseUnreachableMinimum = ({
  settings,
  now,
  field,
}: Pick<SettingsCheck, 'settings' | 'now'> & { readonly field: Name }): void => {
  const { allowance_withdraw_min: least, payout_user_day_max: most, site_currency: currency } = settings
  if (earningRules(settings, now) === null || most === 0 || least <= most) return
  const values = { least: money(least, currency), most: money(most, currency) }
  refuseField(field, 'MINIMUM_ABOVE_DAY', say('owner.settings.minimumAboveDay', values))
}
