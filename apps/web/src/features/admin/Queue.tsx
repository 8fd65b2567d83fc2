import { t } from '@lingui/core/macro'
import { IconArrowRight, IconCircleCheck } from '@tabler/icons-react'
import { PageLink } from '#app/PageLink.tsx'
import { CountBadge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { formatNumber } from '#ui/format.ts'
import type { Overview } from './admin.ts'

const kinds = ['review', 'unknown', 'approved'] as const

/** What waits for a person, with the way to it. */
export function Queue({ queue }: Pick<Overview, 'queue'>) {
  const waiting = kinds.filter((kind) => queue[kind] > 0)
  return (
    <Card title={t({ id: 'admin.queue', message: 'Waits for you' })}>
      {Object.values(queue).every((count) => count === 0) && (
        <p className="flex items-center gap-2 text-muted">
          <IconCircleCheck className="size-5 text-good" aria-hidden="true" />
          {t({ id: 'admin.queue.none', message: 'Nothing. Everything is decided.' })}
        </p>
      )}
      <ul className="grid gap-2">
        {waiting.map((kind) => (
          <li key={kind}>
            <PageLink to="/app/admin/withdrawals" query={{ status: kind }} className={rowLook}>
              <Waiting count={queue[kind]} tone={kind === 'unknown' ? 'bad' : 'warn'} words={wordsOf(kind)} />
            </PageLink>
          </li>
        ))}
        {queue.campaigns > 0 && (
          <li>
            <PageLink to="/app/admin/ptc" query={{ status: 'pending' }} className={rowLook}>
              <Waiting count={queue.campaigns} tone="warn" words={wordsOf('campaigns')} />
            </PageLink>
          </li>
        )}
        {queue.tasks > 0 && (
          <li>
            <PageLink to="/app/admin/task" className={rowLook}>
              <Waiting count={queue.tasks} tone="warn" words={wordsOf('tasks')} />
            </PageLink>
          </li>
        )}
        {queue.disputes > 0 && (
          <li>
            <PageLink to="/app/admin/task/submission/disputed" className={rowLook}>
              <Waiting count={queue.disputes} tone="warn" words={wordsOf('disputes')} />
            </PageLink>
          </li>
        )}
        {queue.links > 0 && (
          <li>
            <PageLink to="/app/admin/link" query={{ tab: 'held' }} className={rowLook}>
              <Waiting count={queue.links} tone="warn" words={wordsOf('links')} />
            </PageLink>
          </li>
        )}
        {queue.contact > 0 && (
          <li>
            <PageLink to="/app/admin/contact" query={{ state: 'open' }} className={rowLook}>
              <Waiting count={queue.contact} tone="warn" words={wordsOf('contact')} />
            </PageLink>
          </li>
        )}
        {queue.appeals > 0 && (
          <li>
            <PageLink to="/app/admin/appeal" query={{ status: 'open' }} className={rowLook}>
              <Waiting count={queue.appeals} tone="warn" words={wordsOf('appeals')} />
            </PageLink>
          </li>
        )}
        {queue.suspects > 0 && (
          <li>
            <PageLink to="/app/admin/suspects" query={{ measure: 'lock' }} className={rowLook}>
              <Waiting count={queue.suspects} tone="warn" words={wordsOf('suspects')} />
            </PageLink>
          </li>
        )}
        {queue.approvals > 0 && (
          <li>
            <PageLink to="/app/admin/approval" className={rowLook}>
              <Waiting count={queue.approvals} tone="warn" words={wordsOf('approvals')} />
            </PageLink>
          </li>
        )}
      </ul>
    </Card>
  )
}

const rowLook = 'flex min-h-14 items-center gap-3 rounded-m bg-sunken px-3 py-2 hover:bg-brand-soft'

function Waiting({ count, tone, words }: { count: number; tone: 'bad' | 'warn'; words: string }) {
  return (
    <>
      <CountBadge count={count} label={formatNumber(count)} tone={tone} />
      <span className="min-w-0 grow">{words}</span>
      <IconArrowRight className="size-5 shrink-0 text-muted" aria-hidden="true" />
    </>
  )
}

function wordsOf(kind: keyof Overview['queue']): string {
  switch (kind) {
    case 'review':
      return t({ id: 'admin.queue.review', message: 'Withdrawals to decide' })
    case 'unknown':
      return t({ id: 'admin.queue.unknown', message: 'Payouts whose outcome nobody knows' })
    case 'approved':
      return t({ id: 'admin.queue.approved', message: 'Approved, not paid yet' })
    case 'campaigns':
      return t({ id: 'admin.queue.campaigns', message: 'Campaigns to decide' })
    case 'tasks':
      return t({ id: 'admin.queue.tasks', message: 'Tasks and their changes to decide' })
    case 'disputes':
      return t({ id: 'admin.queue.disputes', message: 'Disputes to decide' })
    case 'links':
      return t({ id: 'admin.queue.links', message: 'Shortlink visits to decide' })
    case 'contact':
      return t({ id: 'admin.queue.messages', message: 'Messages to answer' })
    case 'appeals':
      return t({ id: 'admin.queue.appeals', message: 'Appeals to answer' })
    case 'suspects':
      return t({ id: 'admin.queue.suspects', message: 'Accounts that were locked by themselves' })
    case 'approvals':
      return t({ id: 'admin.queue.approvals', message: 'Acts that wait for a second admin' })
  }
}
