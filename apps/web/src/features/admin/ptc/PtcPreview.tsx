import { t } from '@lingui/core/macro'
import { youtubeIdOf } from '@runnel/contract/ad-url'
import { IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import type { AdminCampaign } from './ptc.ts'

/** The ad as its viewers meet it, once somebody asks: in a frame that can reach nothing of ours. */
export function PtcPreview({ campaign: { kind, url, title } }: { campaign: AdminCampaign }) {
  const [isOpen, setOpen] = useState(false)
  if (kind === 'window') {
    return (
      <p className="text-sm text-muted">
        {t({ id: 'admin.ptc.preview.window', message: 'This ad opens in a new tab. Open its URL to see it.' })}
      </p>
    )
  }
  if (!isOpen) {
    return (
      <Button className="justify-self-start" icon={<IconEye aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t({ id: 'admin.ptc.preview', message: 'Preview' })}
      </Button>
    )
  }
  const video = kind === 'youtube' ? youtubeIdOf(url) : null
  return (
    <iframe
      title={t({ id: 'admin.ptc.preview.of', message: `Preview of ${title}` })}
      src={video === null ? url : `https://www.youtube-nocookie.com/embed/${video}`}
      // YouTube's player needs its own origin; it is another one than ours, so it still reaches nothing here.
      sandbox={video === null ? 'allow-scripts allow-forms' : 'allow-scripts allow-same-origin'}
      referrerPolicy={video === null ? 'no-referrer' : 'strict-origin-when-cross-origin'}
      className="h-96 w-full rounded-m border border-line bg-surface"
    />
  )
}
