import { t } from '@lingui/core/macro'
import { IconExternalLink } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import type { OpenedAd } from './ptc.ts'

// Most ads are pages; the players come when there is a video.
const VideoFile = lazy(() => loadChunk(() => import('./VideoFile.tsx').then((file) => ({ default: file.VideoFile }))))
const YoutubePlayer = lazy(() =>
  loadChunk(() => import('./YoutubePlayer.tsx').then((file) => ({ default: file.YoutubePlayer }))),
)

interface AdStageProps {
  opened: OpenedAd
  onPlaying: (playing: boolean) => void
  onOpened: () => void
}

/** What the advertiser's page may do: everything of its own, but neither leave its frame nor take ours along. */
const mayDo = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-same-origin'

/** The ad itself. */
export const AdStage = ({ opened, onPlaying, onOpened }: AdStageProps) => {
  const { ad, url, videoId } = opened
  if (ad.kind === 'youtube' && videoId !== null) {
    return (
      <Suspense>
        <YoutubePlayer videoId={videoId} title={ad.title} mayDo={mayDo} onPlaying={onPlaying} />
      </Suspense>
    )
  }
  if (!isForeign(url)) return <Unshown />
  if (ad.kind === 'video') {
    return (
      <Suspense>
        <VideoFile url={url} title={ad.title} onPlaying={onPlaying} />
      </Suspense>
    )
  }
  if (ad.kind === 'window') return <OwnTab url={url} onOpened={onOpened} />
  return (
    <iframe
      className="absolute inset-0 size-full border-0 bg-white"
      src={url}
      title={ad.title}
      sandbox={mayDo}
      referrerPolicy="strict-origin"
      allow=""
    />
  )
}

/** A page of our own would run with everything that is ours, and one without https would not be shown at all. */
const isForeign = (url: string): boolean => {
  const address = URL.parse(url)
  return address !== null && address.protocol === 'https:' && address.origin !== window.location.origin
}

const Unshown = () => (
  <EmptyState heading="h2" title={t({ id: 'ptc.unshown', message: 'This ad can’t be displayed' })}>
    {t({ id: 'ptc.unshown.text', message: 'Its URL isn’t safe. Report it and choose another ad.' })}
  </EmptyState>
)

const OwnTab = ({ url, onOpened }: { url: string; onOpened: () => void }) => (
  <EmptyState
    heading="h2"
    title={t({ id: 'ptc.window', message: 'This ad opens in a new tab' })}
    actions={
      <Button
        as="a"
        variant="primary"
        size="large"
        href={url}
        target="_blank"
        rel="noopener"
        referrerPolicy="strict-origin"
        icon={<IconExternalLink aria-hidden="true" />}
        onClick={onOpened}
        onAuxClick={onOpened}
      >
        {t({ id: 'ptc.window.open', message: 'Open ad' })}
      </Button>
    }
  >
    {t({
      id: 'ptc.window.text',
      message: 'The timer runs while the ad tab is in front. Return here when it ends.',
    })}
  </EmptyState>
)
