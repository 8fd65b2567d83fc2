import { t } from '@lingui/core/macro'
import { IconExternalLink, IconLink } from '@tabler/icons-react'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { classes } from '#ui/classes.ts'
import { formatNumber } from '#ui/format.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { durationText } from './labels.ts'
import { rewardPerMinute, type ShownLink } from './sort.ts'
import type { OpenVisitMutation } from './use-open-visit.ts'

/** A link with what it pays and takes; its button leaves this site. */
export const LinkCard = ({
  shown: { link, left, isOpen },
  opening,
}: {
  shown: ShownLink
  opening: OpenVisitMutation
}) => {
  const { _id, name, reward, avgDuration, maxView, closed } = link
  const perMinute = unitsText(rewardPerMinute(link))
  const [remaining, most] = [formatNumber(left), formatNumber(maxView)]
  return (
    <div className={classes('card grid items-center gap-3 sm:grid-cols-[1fr_auto]', !isOpen && 'card-sunken')}>
      <div className="flex min-w-0 gap-3">
        <span className={isOpen ? 'drop' : 'drop tone-plain'}>
          <IconLink aria-hidden="true" />
        </span>
        <span className="grid min-w-0 grow gap-1">
          <span className="flex items-start justify-between gap-3">
            <strong className="min-w-0 wrap-anywhere">{name}</strong>
            <Amount units={reward} gain={isOpen} signed />
          </span>
          <span className="flex flex-wrap gap-x-3 text-sm text-muted">
            <span className="figures">{t({ id: 'link.perMinute', message: `${perMinute}/min` })}</span>
            <span className="figures">{durationText(avgDuration)}</span>
            <span className="figures">
              {left > 0
                ? t({ id: 'link.left', message: `${remaining} of ${most} left today` })
                : t({ id: 'link.spent', message: 'Daily limit reached for this shortlink' })}
            </span>
          </span>
          {closed !== null && <span className="text-sm text-muted">{closed}</span>}
        </span>
      </div>
      {isOpen && (
        <Button
          variant="primary"
          icon={<IconExternalLink aria-hidden="true" />}
          busy={opening.busyId === _id}
          disabled={opening.busyId !== null && opening.busyId !== _id}
          onClick={() => opening.open(_id)}
        >
          {t({ id: 'link.visit', message: 'Visit' })}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      )}
    </div>
  )
}
