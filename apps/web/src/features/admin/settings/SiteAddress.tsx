import { t } from '@lingui/core/macro'
import { fillPath } from '@runnel/contract/client'
import { deposit } from '@runnel/contract/deposit'
import { to } from '#base/paths.ts'
import { CopyButton } from '#ui/copy/CopyButton.tsx'
import type { SettingRow } from './table/row.ts'
import { textOf } from './table/table.ts'

/** Where a payment processor notifies the site, or Google or Telegram sends people back to, for copying. */
export const SiteAddress = ({ of, hint }: NonNullable<SettingRow['address']>) => {
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
