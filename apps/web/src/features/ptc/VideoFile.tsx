import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent, useRef, useState, type SyntheticEvent } from 'react'
import { Button } from '#ui/Button.tsx'
import { Alert } from '#ui/state/Alert.tsx'

interface VideoFileProps {
  url: string
  title: string
  onPlaying: (playing: boolean) => void
}

/** A video of the advertiser's own; it begins again when it is shorter than the timer. */
export const VideoFile = ({ url, title, onPlaying }: VideoFileProps) => {
  const [attempt, setAttempt] = useState(0)
  const [isBroken, setBroken] = useState(false)
  const tell = ({ currentTarget }: SyntheticEvent<HTMLVideoElement>) => onPlaying(isPlaying(currentTarget))
  const fail = () => {
    onPlaying(false)
    setBroken(true)
  }
  const video = useRef<HTMLVideoElement>(null)
  const lookAtIt = useEffectEvent(() => video.current?.error && fail())
  // It begins to load before it stands in the page, and nobody hears then that it failed.
  useEffect(() => void lookAtIt(), [attempt])
  const again = () => {
    setBroken(false)
    setAttempt(attempt + 1)
  }
  if (isBroken) {
    return (
      <div className="p-4">
        <Alert
          tone="warn"
          urgent
          title={t({ id: 'ptc.video.broken', message: 'The video didn’t load' })}
          actions={<Button onClick={again}>{t({ id: 'ptc.video.again', message: 'Reload video' })}</Button>}
        >
          {t({ id: 'ptc.video.broken.text', message: 'If it fails again, report it and choose another ad.' })}
        </Alert>
      </div>
    )
  }
  return (
    // An advertiser's video comes without captions; its title says what it is.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      key={attempt}
      ref={video}
      className="absolute inset-0 size-full bg-black"
      src={url}
      aria-label={title}
      controls
      loop
      playsInline
      preload="auto"
      disablePictureInPicture
      onPlaying={tell}
      onPause={tell}
      onSeeking={tell}
      onSeeked={tell}
      onWaiting={tell}
      onTimeUpdate={tell}
      onEnded={tell}
      onEmptied={tell}
      onError={fail}
    />
  )
}

/** Pictures are moving: neither stopped, nor sought in, nor waiting for the network. */
const isPlaying = ({ paused, ended, seeking, readyState }: HTMLVideoElement): boolean =>
  !paused && !ended && !seeking && readyState >= HTMLMediaElement.HAVE_FUTURE_DATA
