import { plural, t } from '@lingui/core/macro'
import type { CaptchaChallenge } from '@runnel/contract/check/captcha'
import { IconCheck, IconRefresh } from '@tabler/icons-react'
import { Button } from '#ui/Button.tsx'

interface PictureChoiceProps {
  challenge: CaptchaChallenge
  picks: readonly string[]
  onToggle: (id: string) => void
  onRenew: () => void
}

/** Eight pictures to judge by one example; each is a button that stays pressed. */
export const PictureChoice = ({ challenge: { reference, images }, picks, onToggle, onRenew }: PictureChoiceProps) => {
  const total = images.length
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3 rounded-l border border-line p-3">
      <legend className="px-1 font-semibold">
        {t({ id: 'captcha.pictures', message: 'Select all matching images' })}
      </legend>
      {reference && (
        <div className="flex flex-wrap items-center gap-3">
          <img
            {...reference}
            className="picture-strip"
            alt={t({ id: 'captcha.reference', message: 'Objects to look for (image)' })}
          />
          <p className="min-w-40 flex-1 text-sm text-muted">
            {t({
              id: 'captcha.pictures.lead',
              message: 'Select every image that shows more of the first object than of the second.',
            })}
          </p>
        </div>
      )}
      <div className="picture-grid">
        {images.map(({ id, src, width, height }, index) => (
          <button
            key={id}
            type="button"
            className="picture-tile"
            aria-pressed={picks.includes(id)}
            aria-label={pictureName(index + 1, total)}
            onClick={() => onToggle(id)}
          >
            <img src={src} width={width} height={height} alt="" draggable={false} />
            <span className="picture-mark" aria-hidden="true">
              <IconCheck />
            </span>
          </button>
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
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
        <Button size="small" variant="quiet" icon={<IconRefresh aria-hidden="true" />} onClick={onRenew}>
          {t({ id: 'captcha.renew', message: 'New images' })}
        </Button>
      </div>
    </fieldset>
  )
}

const pictureName = (number: number, total: number): string =>
  t({ id: 'captcha.picture', message: `Image ${number} of ${total}` })
