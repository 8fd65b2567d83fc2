import { t } from '@lingui/core/macro'
import { fillPath } from '@runnel/contract/client'
import { offerwall as contract } from '@runnel/contract/earn/offerwall'
import { CopyButton } from '#ui/CopyButton.tsx'
import type { AdminWall, WallPreset } from './offerwalls.ts'

interface WallPostbackProps {
  slug: string
  preset: WallPreset
  existing: AdminWall | undefined
}

/** The address that the owner pastes into the wall's panel, with what the wall shall fill in. */
export function WallPostback({ slug, preset: { postbackQuery }, existing }: WallPostbackProps) {
  if (slug === '') return null
  const address = existing?.slug === slug ? existing.postbackUrl : addressOf(slug, postbackQuery)
  return (
    <div className="card card-sunken grid min-w-0 gap-2 p-4 sm:col-span-2">
      <p className="font-semibold">{t({ id: 'admin.wall.postback', message: 'Postback URL' })}</p>
      <code className="text-xs break-all">{address}</code>
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton text={address} label={t({ id: 'admin.wall.copy', message: 'Copy URL' })} />
        <span className="text-sm text-muted">
          {t({ id: 'admin.wall.paste', message: 'Paste it into the offerwall’s dashboard.' })}
        </span>
      </div>
    </div>
  )
}

function addressOf(slug: string, query: string): string {
  const path = fillPath(contract.postback.path, { wall: slug })
  return `${window.location.origin}${path}${query === '' ? '' : `?${query}`}`
}
