import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { embedAddress, followPlayer } from './youtube.ts'

interface YoutubePlayerProps {
  videoId: string
  title: string
  mayDo: string
  onPlaying: (playing: boolean) => void
}

type Trouble = 'silent' | 'refused' | null

/** YouTube's player, and a word when it does not come or may not play here. */
export const YoutubePlayer = ({ videoId, title, mayDo, onPlaying }: YoutubePlayerProps) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [trouble, setTrouble] = useState<Trouble>(null)
  const tell = useEffectEvent((playing: boolean) => {
    if (playing) setTrouble(null)
    onPlaying(playing)
  })
  useEffect(() => {
    if (!frame.current) return
    return followPlayer(frame.current, {
      onPlaying: (playing) => tell(playing),
      onError: () => setTrouble('refused'),
      onSilence: () => setTrouble('silent'),
    })
  }, [attempt])
  const again = () => {
    setTrouble(null)
    setAttempt(attempt + 1)
  }
  return (
    <div className="flex size-full flex-col lg:absolute lg:inset-0">
      {trouble && <Blocked trouble={trouble} onAgain={again} />}
      <iframe
        key={attempt}
        ref={frame}
        className="min-h-52 w-full grow border-0 bg-black"
        src={embedAddress(videoId, window.location.origin)}
        title={title}
        sandbox={mayDo}
        // The player refuses to play where it does not learn who embeds it.
        referrerPolicy="strict-origin-when-cross-origin"
        allow="encrypted-media; fullscreen"
      />
    </div>
  )
}

/** Stands above the player and never over it, as YouTube demands. */
const Blocked = ({ trouble, onAgain }: { trouble: 'silent' | 'refused'; onAgain: () => void }) => (
  <Alert
    tone="warn"
    urgent
    className="m-3"
    title={
      trouble === 'silent'
        ? t({ id: 'ptc.youtube.silent', message: 'The player may be blocked' })
        : t({ id: 'ptc.youtube.refused', message: 'YouTube doesn’t allow this video here' })
    }
    actions={<Button onClick={onAgain}>{t({ id: 'ptc.youtube.again', message: 'Reload player' })}</Button>}
  >
    {trouble === 'silent'
      ? t({
          id: 'ptc.youtube.silent.text',
          message: 'An ad blocker or your network may be blocking it. Allow YouTube on this site or choose another ad.',
        })
      : t({
          id: 'ptc.youtube.refused.text',
          message: 'Report it or choose another ad.',
        })}
  </Alert>
)
