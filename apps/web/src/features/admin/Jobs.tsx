import { t } from '@lingui/core/macro'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Overview } from './admin.ts'

type Job = Overview['jobs'][number]

/** What runs by the clock: when it last did, and what it said. */
export function Jobs({ jobs }: Pick<Overview, 'jobs'>) {
  return (
    <Card title={t({ id: 'admin.jobs', message: 'What runs by itself' })}>
      {jobs.length === 0 && (
        <p className="text-muted">
          {t({ id: 'admin.jobs.none', message: 'Nothing has run yet; the first job comes within a minute.' })}
        </p>
      )}
      <ul className="rows">
        {jobs.map((job) => (
          <JobRow key={job.name} job={job} />
        ))}
      </ul>
    </Card>
  )
}

function JobRow({ job: { name, lastRunAt, ok, note } }: { job: Job }) {
  return (
    <li className="grid gap-x-4 py-2.5 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto]">
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
        {jobName(name)}
        {!ok && <Badge tone="bad">{t({ id: 'admin.jobs.failed', message: 'Failed' })}</Badge>}
      </span>
      <span className="text-sm text-muted sm:text-end">
        {lastRunAt === null ? t({ id: 'admin.jobs.never', message: 'Not yet' }) : <RelativeTime iso={lastRunAt} />}
      </span>
      {note && <span className={`text-sm break-words sm:col-span-2 ${ok ? 'text-muted' : 'text-bad'}`}>{note}</span>}
    </li>
  )
}

function jobName(name: string): string {
  switch (name) {
    case 'payout.run':
      return t({ id: 'admin.job.payout', message: 'Payouts' })
    case 'payout.look':
      return t({ id: 'admin.job.look', message: 'Looks for payouts that nobody knows of' })
    case 'payout.rates':
      return t({ id: 'admin.job.rates', message: 'Prices of coins' })
    case 'payout.wallets':
      return t({ id: 'admin.job.wallets', message: 'Balances of wallets' })
    case 'outflow.watch':
      return t({ id: 'admin.job.outflow', message: 'Watch over what leaves' })
    case 'solvency.add-up':
      return t({ id: 'admin.job.solvency', message: 'Sums of what is owed and held' })
    case 'books.prove':
      return t({ id: 'admin.job.prove', message: 'Check of the books from the beginning' })
    case 'books.reconcile':
      return t({ id: 'admin.job.reconcile', message: 'Check of the books' })
    case 'books.roll-up':
      return t({ id: 'admin.job.rollUp', message: 'Sums of past days' })
    case 'house.clean':
      return t({ id: 'admin.job.clean', message: 'Removal of what has expired' })
    case 'ptc.review':
      return t({ id: 'admin.job.ptcReview', message: 'Return of invalid views' })
    case 'tasks.due':
      return t({ id: 'admin.job.tasksDue', message: 'Deadlines and payments of tasks' })
    case 'tasks.images':
      return t({ id: 'admin.job.tasksImages', message: 'Removal of images that were not sent' })
    case 'boards.count':
      return t({ id: 'admin.job.boardsCount', message: 'Count of the leaderboard' })
    case 'boards.pay':
      return t({ id: 'admin.job.boardsPay', message: 'Prizes of the leaderboard' })
    case 'referrals.settle':
      return t({ id: 'admin.job.referrals', message: 'Referral commission' })
    case 'accounts.sweep':
      return t({ id: 'admin.job.sweep', message: 'Removal of ended sessions and links' })
    case 'mail.verify':
      return t({ id: 'admin.job.mailVerify', message: 'Mails that verify an address' })
    case 'mail.reset':
      return t({ id: 'admin.job.mailReset', message: 'Mails for a new password' })
    case 'mail.moved':
      return t({ id: 'admin.job.mailMoved', message: 'Mails to a former address' })
    case 'mail.note':
      return t({ id: 'admin.job.mailNote', message: 'Mails about payouts and accounts' })
    case 'mail.contact':
      return t({ id: 'admin.job.mailContact', message: 'Mails of the contact form' })
    default:
      return laterJobName(name)
  }
}

function laterJobName(name: string): string {
  switch (name) {
    case 'deposits.poll':
      return t({ id: 'admin.job.depositsPoll', message: 'Payments that come in' })
    case 'deposits.sweep':
      return t({ id: 'admin.job.depositsSweep', message: 'Removal of old ways to pay in' })
    case 'import.run':
      return t({ id: 'admin.job.import', message: 'Import of people' })
    case 'import.minute':
      return t({ id: 'admin.job.importMails', message: 'Mails to imported people' })
    case 'suspects.judge':
      return t({ id: 'admin.job.judge', message: 'Measures against suspects' })
    case 'users.figures':
      return t({ id: 'admin.job.figures', message: 'Numbers of users' })
    case 'stats.count':
      return t({ id: 'admin.job.days', message: 'Log of days' })
    case 'mail.moved-in':
      return t({ id: 'admin.job.mailMovedIn', message: 'Mails to imported people' })
    case 'mail.contact-answer':
      return t({ id: 'admin.job.mailAnswer', message: 'Answers to messages' })
    case 'mail.gone':
      return t({ id: 'admin.job.mailGone', message: 'Mails about deleted accounts' })
    default:
      return name
  }
}
