import { t } from '@lingui/core/macro'
import { fillPath } from '@runnel/contract/client'
import { deposit } from '@runnel/contract/deposit'
import type { ComponentType } from 'react'
import { to } from '#base/paths.ts'
import { PayoutKeys } from '#features/admin/method/PayoutKeys.tsx'
import { RateSources } from '#features/admin/method/RateSources.tsx'
import { SourceLimits } from '#features/admin/outflow/SourceLimits.tsx'
import { Card } from '#ui/Card.tsx'
import { CopyButton } from '#ui/copy/CopyButton.tsx'
import { BannerSetting } from './parts/BannerSetting.tsx'
import { BonusRewards } from './parts/BonusRewards.tsx'
import { CaptchaSecret, CaptchaSiteKey } from './parts/CaptchaKeys.tsx'
import { ClaimLimit, ClaimReward, ClaimTimer } from './parts/ClaimFields.tsx'
import { ClosedCountries } from './parts/ClosedCountries.tsx'
import { DepositMethods } from './parts/DepositMethods.tsx'
import { NetworkShare } from './parts/FarmTable.tsx'
import { HappyHours } from './parts/HappyHours.tsx'
import { HueSetting } from './parts/HueSetting.tsx'
import { LogoSetting } from './parts/LogoSetting.tsx'
import { Prizes } from './parts/Prizes.tsx'
import { PtcPrices } from './parts/PtcPrices.tsx'
import { MaintenanceTranslations, SiteLanguage } from './parts/SiteLanguage.tsx'
import { TelegramChat } from './parts/TelegramChat.tsx'
import { TextSettings } from './parts/TextSettings.tsx'
import { ViewerShare } from './parts/ViewerShare.tsx'
import { SettingField, type SettingFieldProps } from './SettingField.tsx'
import type { SettingsForm } from './settings-form.ts'
import type { CardPart, FieldPart, Layout, SettingCard, SettingRow } from './table/row.ts'
import { rowsOf, textOf } from './table/table.ts'

const fieldParts: Record<FieldPart, ComponentType<SettingFieldProps>> = {
  banner: BannerSetting,
  bonusRewards: BonusRewards,
  captchaSecret: CaptchaSecret,
  captchaSiteKey: CaptchaSiteKey,
  claimLimit: ClaimLimit,
  claimReward: ClaimReward,
  claimTimer: ClaimTimer,
  countries: ClosedCountries,
  depositMethods: DepositMethods,
  happyHours: HappyHours,
  hue: HueSetting,
  logo: LogoSetting,
  maintenanceTranslations: MaintenanceTranslations,
  networkShare: NetworkShare,
  prizes: Prizes,
  ptcPrices: PtcPrices,
  rateSources: RateSources,
  siteLanguage: SiteLanguage,
  telegramChat: TelegramChat,
  viewerShare: ViewerShare,
}

const cardParts: Record<CardPart, ComponentType<{ settings: SettingsForm }>> = {
  payoutKeys: PayoutKeys,
  sourceLimits: SourceLimits,
  texts: TextSettings,
}

interface SettingCardsProps {
  settings: SettingsForm
  cards: readonly Layout[]
  /** How many lists the cards stand in. */
  depth?: number
}

/** The cards of a section as its table says. */
export const SettingCards = ({ settings, cards, depth = 0 }: SettingCardsProps) => (
  <div className={depth === 1 ? 'grid items-start gap-4 lg:grid-cols-2' : 'grid gap-4'}>
    {cards.map((layout, index) =>
      // A card is its place in the table, which never changes.
      'map' in layout ? (
        <SettingCards key={index} settings={settings} cards={layout} depth={depth + 1} />
      ) : (
        <OneCard key={index} settings={settings} card={layout} />
      ),
    )}
  </div>
)

const OneCard = ({ settings, card }: { settings: SettingsForm; card: SettingCard }) => {
  const { title, note, columns, part } = card
  const rows = rowsOf(card)
  const Part = part && cardParts[part]
  if (Part) return <Part settings={settings} />
  const noteText = note && textOf(note)
  if (rows.length === 0) return <p className="text-muted">{noteText}</p>
  return (
    <Card title={title && textOf(title)} note={noteText}>
      {columns ? (
        <div className="grid gap-5">
          <Rows settings={settings} rows={rows.filter(({ row }) => row.part)} />
          <div className="form items-start sm:grid-cols-2">
            <Rows settings={settings} rows={rows.filter(({ row }) => !row.part)} />
          </div>
        </div>
      ) : rows.length === 1 && !rows[0]?.row.address ? (
        <Rows settings={settings} rows={rows} />
      ) : (
        <div className="form">
          <Rows settings={settings} rows={rows} />
        </div>
      )}
    </Card>
  )
}

const Rows = ({ settings, rows }: { settings: SettingsForm; rows: ReturnType<typeof rowsOf> }) =>
  rows.map(({ name, row: { part, address } }) => {
    const Field = part ? fieldParts[part] : SettingField
    return [
      <Field key={name} settings={settings} name={name} />,
      address && <SiteAddress key={`${name} address`} {...address} />,
    ]
  })

/** Where a payment processor notifies the site, or Google or Telegram sends people back to, for copying. */
const SiteAddress = ({ of, hint }: NonNullable<SettingRow['address']>) => {
  const isProvider = of === 'google' || of === 'telegram'
  const path = isProvider ? to(`/login/callback/${of}`) : fillPath(deposit.webhook.path, { processor: of })
  const address = window.location.origin + path
  return (
    <div className="grid gap-2 rounded-m bg-sunken p-4">
      <p className="field-label">
        {isProvider
          ? t({ id: 'admin.signIn.redirect', message: 'Redirect URI' })
          : t({ id: 'setting.webhook', message: 'Webhook URL' })}
      </p>
      <code className="text-sm break-all">{address}</code>
      <p className="field-hint">{textOf(hint)}</p>
      <div>
        <CopyButton text={address} label={t({ id: 'admin.webhook.copy', message: 'Copy URL' })} />
      </div>
    </div>
  )
}
