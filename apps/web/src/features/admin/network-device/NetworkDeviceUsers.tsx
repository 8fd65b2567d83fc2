import { plural, t } from '@lingui/core/macro'
import type { SuspectAccount } from '@runnel/contract/suspect-schemas'
import { PageLink } from '#base/PageLink.tsx'
import { stateName, stateTone } from '#features/admin/suspect/suspect-labels.ts'
import { Badge } from '#ui/Badge.tsx'
import { formatNumber } from '#ui/format.ts'

/** Who was seen there, the highest scores first. */
export const NetworkDeviceUsers = ({ users, accounts }: { users: readonly SuspectAccount[]; accounts: number }) => {
  const more = accounts - users.length
  return (
    <ul className="flex min-w-0 flex-wrap gap-x-3 gap-y-1 text-sm max-md:justify-end">
      {users.map(({ _id, username, score, state }) => (
        <li key={_id} className="flex items-center gap-1">
          <PageLink to="/app/admin/suspects/{id}" params={{ id: _id }} className="link break-all">
            {username}
          </PageLink>
          <span className="figures text-muted">{`(${formatNumber(score)})`}</span>
          {state !== 'active' && <Badge tone={stateTone[state]}>{stateName(state)}</Badge>}
        </li>
      ))}
      {more > 0 && (
        <li className="text-muted">
          {t({ id: 'admin.place.more', message: plural(more, { one: '+# more', other: '+# more' }) })}
        </li>
      )}
    </ul>
  )
}

interface ReleasedProps {
  releasedAt: string | null
  releasedBy: string | null
}

/** Whose word it is that a place ties nobody. */
export const Released = ({ releasedAt, releasedBy }: ReleasedProps) => {
  const by = releasedBy ?? '—'
  if (releasedAt === null) return null
  return <Badge tone="good">{t({ id: 'admin.place.releasedBy', message: `Released by ${by}` })}</Badge>
}
