import { t } from '@lingui/core/macro'
import type { AdKind } from '@runnel/contract/advertise'
import { IconBrandYoutube, IconBrowser, IconExternalLink, IconMovie, type Icon } from '@tabler/icons-react'

/** Named here, because the contract of advertisers would come along with its list. */
export const kinds = ['iframe', 'youtube', 'window', 'video'] as const satisfies readonly AdKind[]

export const kindIcons: Record<AdKind, Icon> = {
  iframe: IconBrowser,
  youtube: IconBrandYoutube,
  window: IconExternalLink,
  video: IconMovie,
}

/** What one will look at. */
export const kindLabel = (kind: AdKind): string => {
  switch (kind) {
    case 'iframe':
      return t({ id: 'ptc.kind.iframe', message: 'Website' })
    case 'youtube':
      return t({ id: 'ptc.kind.youtube', message: 'YouTube' })
    case 'window':
      return t({ id: 'ptc.kind.window', message: 'New tab' })
    case 'video':
      return t({ id: 'ptc.kind.video', message: 'Video' })
  }
}
