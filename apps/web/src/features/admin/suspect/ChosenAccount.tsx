import { t } from '@lingui/core/macro'
import type { SuspectDetail } from '@runnel/contract/admin/suspect'
import { PageLink } from '#base/PageLink.tsx'
import { ScoreBadge } from '#features/admin/shared/ScoreBadge.tsx'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { tiesOf } from './GroupTable.tsx'
import { edgeName, stateName, stateTone } from './suspect-labels.ts'

const shown = 6

/** The dot that is looked at, in words. */
export const ChosenAccount = ({ group, id, centre }: { group: SuspectDetail['group']; id: string; centre: string }) => {
  const account = group.nodes.find(({ _id }) => _id === id)
  if (!account) return null
  const { username, score, state, joinedAt, earned, paidOut } = account
  const ties = tiesOf(id, group.edges)
  return (
    <div className="grid gap-2" aria-live="polite">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="break-all">{username}</b>
        <ScoreBadge score={score} />
        <Badge tone={stateTone[state]}>{stateName(state)}</Badge>
        {id !== centre && (
          <Button as={PageLink} to="/app/admin/suspects/{id}" params={{ id }} size="small" className="ms-auto">
            {t({ id: 'admin.group.open', message: `Open ${username}` })}
          </Button>
        )}
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
        <span>
          {t({ id: 'admin.group.joined', message: 'Joined' })} <RelativeTime iso={joinedAt} />
        </span>
        <span>
          {t({ id: 'admin.group.earned', message: 'Earned' })} <Amount units={earned} />
        </span>
        <span>
          {t({ id: 'admin.column.paidOut', message: 'Paid out' })} <Amount units={paidOut} />
        </span>
      </p>
      <ul className="grid gap-1 text-sm">
        {ties.slice(0, shown).map(({ edge, other }) => (
          <li key={`${edge.kind} ${other}`}>
            <b>{edgeName(edge.kind)}</b> · {group.nodes.find((node) => node._id === other)?.username ?? '…'}:{' '}
            <span className="text-muted">{edge.sentence}</span>
          </li>
        ))}
      </ul>
      {ties.length > shown && (
        <p className="text-sm text-muted">
          {t({ id: 'admin.group.rest', message: `All ${ties.length} links are in the table below.` })}
        </p>
      )}
    </div>
  )
}
