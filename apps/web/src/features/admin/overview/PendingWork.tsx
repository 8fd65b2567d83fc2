import { t } from '@lingui/core/macro'
import { IconArrowRight, IconCircleCheck } from '@tabler/icons-react'
import { PageLink } from '#base/PageLink.tsx'
import type { PlainPath } from '#base/paths.ts'
import type { Overview } from '#features/admin/admin.ts'
import { CountBadge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { formatNumber } from '#ui/format.ts'

type Kind = keyof Overview['queue']

interface Place {
  kind: Kind
  to: PlainPath
  query?: Readonly<Record<string, string>>
}

/** Where each is decided, in the order in which they are shown. */
const places: readonly Place[] = [
  { kind: 'trips', to: '/app/admin/outflow' },
  { kind: 'review', to: '/app/admin/withdrawals', query: { status: 'review' } },
  { kind: 'unknown', to: '/app/admin/withdrawals', query: { status: 'unknown' } },
  { kind: 'approved', to: '/app/admin/withdrawals', query: { status: 'approved' } },
  { kind: 'approvals', to: '/app/admin/approval' },
  { kind: 'campaigns', to: '/app/admin/ptc', query: { status: 'pending' } },
  { kind: 'tasks', to: '/app/admin/task' },
  { kind: 'disputes', to: '/app/admin/task/submission/disputed' },
  { kind: 'links', to: '/app/admin/link', query: { tab: 'held' } },
  { kind: 'contact', to: '/app/admin/contact', query: { state: 'open' } },
  { kind: 'appeals', to: '/app/admin/appeal', query: { status: 'open' } },
  { kind: 'suspects', to: '/app/admin/suspects', query: { measure: 'lock' } },
]

/** What waits for a person, with the way to it. */
export const PendingWork = ({ queue }: Pick<Overview, 'queue'>) => (
  <Card title={t({ id: 'admin.queue', message: 'Pending' })}>
    {Object.values(queue).every((count) => count === 0) && (
      <p className="flex items-center gap-2 text-muted">
        <IconCircleCheck className="size-5 text-good" aria-hidden="true" />
        {t({ id: 'admin.queue.none', message: 'All caught up.' })}
      </p>
    )}
    <ul className="grid gap-2">
      {places
        .filter(({ kind }) => queue[kind] > 0)
        .map(({ kind, to, query = {} }) => (
          <li key={kind}>
            <PageLink to={to} query={query} className={rowLook}>
              <Waiting
                count={queue[kind]}
                tone={kind === 'unknown' || kind === 'trips' ? 'bad' : 'warn'}
                words={textOf(kind)}
              />
            </PageLink>
          </li>
        ))}
    </ul>
  </Card>
)

const rowLook = 'flex min-h-14 items-center gap-3 rounded-m bg-sunken px-3 py-2 hover:bg-brand-soft'

const Waiting = ({ count, tone, words }: { count: number; tone: 'bad' | 'warn'; words: string }) => (
  <>
    <CountBadge count={count} label={formatNumber(count)} tone={tone} />
    <span className="min-w-0 grow">{words}</span>
    <IconArrowRight className="size-5 shrink-0 text-muted" aria-hidden="true" />
  </>
)

const textOf = (kind: Kind): string => {
  switch (kind) {
    case 'trips':
      return t({ id: 'admin.queue.trips', message: 'Stopped sources' })
    case 'review':
      return t({ id: 'admin.queue.review', message: 'Withdrawals to review' })
    case 'unknown':
      return t({ id: 'admin.queue.unknown', message: 'Payouts with unknown status' })
    case 'approved':
      return t({ id: 'admin.queue.approved', message: 'Approved, not paid yet' })
    case 'campaigns':
      return t({ id: 'admin.queue.campaigns', message: 'Campaigns to review' })
    case 'tasks':
      return t({ id: 'admin.queue.tasks', message: 'Tasks and changes to review' })
    case 'disputes':
      return t({ id: 'admin.queue.disputes', message: 'Disputes to decide' })
    case 'links':
      return t({ id: 'admin.queue.links', message: 'Shortlink visits to review' })
    case 'contact':
      return t({ id: 'admin.queue.messages', message: 'Messages to reply to' })
    case 'appeals':
      return t({ id: 'admin.queue.appeals', message: 'Appeals to review' })
    case 'suspects':
      return t({ id: 'admin.queue.suspects', message: 'Automatically locked accounts' })
    case 'approvals':
      return t({ id: 'admin.queue.approvals', message: 'Actions waiting for a second admin' })
  }
}
