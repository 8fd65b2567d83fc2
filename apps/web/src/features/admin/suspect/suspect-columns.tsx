import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Suspect } from '@runnel/contract/admin/suspect'
import { PageLink } from '#base/PageLink.tsx'
import { ScoreBadge } from '#features/admin/shared/ScoreBadge.tsx'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { formatNumber } from '#ui/format.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { restrictionLabel, stateName, stateTone } from './suspect-labels.ts'

export const suspectColumns = (): Column<Suspect>[] => [
  {
    key: 'user',
    header: t({ id: 'admin.column.user', message: 'User' }),
    role: 'head',
    cell: (row) => <Who row={row} />,
  },
  {
    key: 'why',
    header: t({ id: 'admin.measure.reasons', message: 'Risk signals' }),
    cell: (row) => <Why row={row} />,
  },
  {
    key: 'state',
    header: t({ id: 'admin.column.state', message: 'State' }),
    cell: (row) => <State row={row} />,
  },
  {
    key: 'money',
    header: t({ id: 'admin.column.paidOut', message: 'Paid out' }),
    align: 'end',
    cell: ({ paidOut, earned }) => (
      <span className="figures grid">
        <Amount units={paidOut} className="whitespace-nowrap" />
        <span className="text-sm text-muted">
          <Trans id="admin.suspects.of">
            of <Amount units={earned} />
          </Trans>
        </span>
      </span>
    ),
  },
]

const Who = ({ row: { _id, username, score, joinedAt, lastSeenAt } }: { row: Suspect }) => (
  <span className="grid min-w-0 justify-items-start gap-1">
    <PageLink to="/app/admin/suspects/{id}" params={{ id: _id }} className="link font-semibold break-all">
      {username}
    </PageLink>
    <ScoreBadge score={score} />
    <span className="text-sm font-normal text-muted">
      <Trans id="admin.suspects.when">
        Joined <RelativeTime iso={joinedAt} />, seen <RelativeTime iso={lastSeenAt} />
      </Trans>
    </span>
  </span>
)

const Why = ({ row: { reasons, reasonCount, tied } }: { row: Suspect }) => {
  const more = reasonCount - reasons.length
  return (
    <span className="grid max-w-96 justify-items-start gap-1 text-sm max-md:justify-items-end">
      {reasons.map(({ _id, sentence, points }) => (
        <span key={_id}>
          {sentence} <span className="whitespace-nowrap text-muted">{`(${formatNumber(points)})`}</span>
        </span>
      ))}
      {more > 0 && (
        <span className="text-muted">
          {t({
            id: 'admin.suspects.moreReasons',
            message: plural(more, { one: '+# more signal', other: '+# more signals' }),
          })}
        </span>
      )}
      {tied > 0 && (
        <Badge>
          {t({
            id: 'admin.suspects.tied',
            message: plural(tied, { one: '# linked account', other: '# linked accounts' }),
          })}
        </Badge>
      )}
    </span>
  )
}

const State = ({ row: { state, measures, lockedUntil, lockedByMachine, hasOpenAppeal } }: { row: Suspect }) => (
  <span className="grid justify-items-start gap-1 max-md:justify-items-end">
    <Badge tone={stateTone[state]} dot>
      {stateName(state)}
    </Badge>
    {state === 'locked' && (
      <span className="text-sm text-muted">
        {lockedUntil === null ? (
          t({ id: 'admin.measure.noEnd', message: 'no end date' })
        ) : (
          <Trans id="admin.suspects.opens">
            opens <RelativeTime iso={lockedUntil} />
          </Trans>
        )}
      </span>
    )}
    {lockedByMachine && (
      <span className="text-sm text-muted">
        {t({ id: 'admin.suspects.byMachine', message: 'automatic: review needed' })}
      </span>
    )}
    {measures.map((kind) => (
      <span key={kind} className="text-sm">
        {restrictionLabel(kind)}
      </span>
    ))}
    {hasOpenAppeal && <Badge tone="warn">{t({ id: 'admin.suspects.appeal', message: 'Open appeal' })}</Badge>}
  </span>
)
