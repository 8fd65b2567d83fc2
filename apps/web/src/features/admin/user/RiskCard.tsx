import { plural, t } from '@lingui/core/macro'
import { PageLink } from '#base/PageLink.tsx'
import { ScoreBadge } from '#features/admin/shared/ScoreBadge.tsx'
import { familyName } from '#features/admin/suspect/suspect-labels.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { formatNumber } from '#ui/format.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { AdminUserDetail } from './users.ts'

/** Why the account is suspected, with the way to who stands behind it. */
export const RiskCard = ({ detail: { user, risk } }: { detail: AdminUserDetail }) => (
  <Card
    title={t({ id: 'admin.user.risk', message: 'Risk signals' })}
    action={<ScoreBadge score={user.score} />}
    foot={
      <Button as={PageLink} to="/app/admin/suspects/{id}" params={{ id: user._id }} size="small">
        {t({ id: 'admin.risk.open', message: 'View cluster and restrictions' })}
      </Button>
    }
  >
    {risk.length === 0 && (
      <p className="text-muted">{t({ id: 'admin.user.none', message: 'No risk signals for this account.' })}</p>
    )}
    <ul className="rows">
      {risk.map(({ family, points, sentence, at }) => {
        const shown = formatNumber(points)
        return (
          <li key={`${family} ${sentence} ${at}`} className="flex items-start gap-3 py-3">
            <div className="grid min-w-0 grow gap-1">
              <p className="break-words">{sentence}</p>
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
                <Badge>{familyName(family)}</Badge>
                <RelativeTime iso={at} />
              </p>
            </div>
            <span className="figures font-semibold whitespace-nowrap">
              {t({ id: 'admin.user.points', message: plural(points, { one: '# point', other: `${shown} points` }) })}
            </span>
          </li>
        )
      })}
    </ul>
  </Card>
)
