import { plural, t } from '@lingui/core/macro'
import type { CaptchaChallenge } from '@runnel/contract/check/captcha'
import { IconCheck, IconRefresh, IconZoomIn } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { Button } from '#ui/Button.tsx'
import { useFirstClicks, type PictureFollower } from './early-taps.ts'
import { Lesson } from './lesson.tsx'

export type { PictureFollower } from './early-taps.ts'

interface PictureChoiceProps {
  challenge: Pick<CaptchaChallenge, 'reference' | 'images'>
  picks: readonly string[]
  onToggle: (id: string) => void
  onRenew: () => void
  follower?: PictureFollower | undefined
}

/** Six pictures to judge by one example; each is a button that stays pressed. */
export const PictureChoice = ({ challenge, picks, onToggle, onRenew, follower }: PictureChoiceProps) => {
  const { reference, images } = challenge
  const { larger, toggle } = useLarger()
  const total = images.length
  useFirstClicks({ images, follower, onToggle })
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3" onPointerMove={follower?.moved}>
      <legend className="pb-2 font-semibold">
        {t({ id: 'captcha.pictures', message: 'Select all matching images' })}
      </legend>
      {reference && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <img
            {...reference}
            className={larger ? 'picture-strip picture-strip-large' : 'picture-strip'}
            alt={t({ id: 'captcha.reference', message: 'Objects to look for (image)' })}
            draggable={false}
          />
          <p className="min-w-40 flex-1 text-sm text-muted">
            {t({
              id: 'captcha.pictures.lead',
              message: 'Select every image that shows more of the first object than of the second.',
            })}
          </p>
        </div>
      )}
      <Lesson check={images[0]?.id ?? ''} />
      <div className={larger ? 'picture-grid picture-grid-large' : 'picture-grid'}>
        {images.map(({ id, src, width, height }, index) => (
          <button
            key={id}
            type="button"
            className="picture-tile"
            aria-pressed={picks.includes(id)}
            aria-label={pictureName(index + 1, total)}
            onClick={(event) => {
              follower?.followed(event.nativeEvent)
              onToggle(id)
            }}
          >
            <img src={src} width={width} height={height} alt="" draggable={false} />
            <span className="picture-mark" aria-hidden="true">
              <IconCheck />
            </span>
          </button>
        ))}
      </div>
      <p className="text-sm text-muted" role="status">
        {t({
          id: 'captcha.chosen',
          message: plural(picks.length, {
            0: 'No images selected',
            one: '# image selected',
            other: '# images selected',
          }),
        })}
      </p>
      <div className="flex flex-wrap gap-2">
        <LargerButton larger={larger} onToggle={toggle} />
        <Button size="small" icon={<IconRefresh aria-hidden="true" />} onClick={onRenew}>
          {t({ id: 'captcha.renew', message: 'New images' })}
        </Button>
      </div>
    </fieldset>
  )
}

/** Shows the very same pictures larger, from now on. */
export const LargerButton = ({ larger, onToggle }: { larger: boolean; onToggle: () => void }) => (
  <Button size="small" icon={<IconZoomIn aria-hidden="true" />} aria-pressed={larger} onClick={onToggle}>
    {t({ id: 'antibot.zoom', message: 'Enlarge' })}
  </Button>
)

const pictureName = (number: number, total: number): string =>
  t({ id: 'captcha.picture', message: `Image ${number} of ${total}` })

const largerKey = 'largerPictures'
const largerListeners = new Set<() => void>()

const isLarger = (): boolean => {
  try {
    return localStorage.getItem(largerKey) === 'on'
  } catch {
    return false
  }
}

const setLarger = (larger: boolean): void => {
  try {
    if (larger) localStorage.setItem(largerKey, 'on')
    else localStorage.removeItem(largerKey)
  } catch {
    // A browser that keeps nothing shows them in the usual size next time.
  }
  for (const notify of largerListeners) notify()
}

const subscribeLarger = (notify: () => void): (() => void) => {
  largerListeners.add(notify)
  return () => largerListeners.delete(notify)
}

/** Whether the pictures of checks are shown larger, which this browser remembers; they are the same bytes. */
export const useLarger = (): { readonly larger: boolean; readonly toggle: () => void } => {
  const larger = useSyncExternalStore(subscribeLarger, isLarger, () => false)
  return { larger, toggle: () => setLarger(!larger) }
}
