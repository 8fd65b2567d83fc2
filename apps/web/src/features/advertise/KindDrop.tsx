import type { AdKind } from '@runnel/contract/advertise'
import { IconAppWindow, IconBrandYoutube, IconExternalLink, IconMovie } from '@tabler/icons-react'

const icons = { iframe: IconAppWindow, youtube: IconBrandYoutube, window: IconExternalLink, video: IconMovie }

/** The kind of an ad as a picture; its name stands beside it in words. */
export const KindDrop = ({ kind }: { kind: AdKind }) => {
  const Icon = icons[kind]
  return (
    <span className="drop">
      <Icon aria-hidden="true" />
    </span>
  )
}
