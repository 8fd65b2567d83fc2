import { plural, t } from '@lingui/core/macro'
import type { Overview } from '#features/admin/admin.ts'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { jobLabel } from './job-labels.ts'

type Job = Overview['jobs'][number]

/** What runs by the clock: when it last did, and what it said; what failed is seen without looking for it. */
export const Jobs = ({ jobs }: Pick<Overview, 'jobs'>) => {
  const [fine, failed] = [jobs.filter(({ ok }) => ok), jobs.filter(({ ok }) => !ok)]
  return (
    <Card title={t({ id: 'admin.jobs', message: 'Background jobs' })}>
      {jobs.length === 0 && (
        <p className="text-muted">
          {t({ id: 'admin.jobs.none', message: 'No jobs have run yet. The first starts within a minute.' })}
        </p>
      )}
      <Rows jobs={failed} />
      {fine.length > 0 && (
        <div className={failed.length > 0 ? 'mt-4' : undefined}>
          <Disclosure
            summary={t({
              id: 'admin.jobs.fine',
              message: plural(fine.length, { one: '# job ran successfully', other: '# jobs ran successfully' }),
            })}
          >
            <Rows jobs={fine} />
          </Disclosure>
        </div>
      )}
    </Card>
  )
}

const Rows = ({ jobs }: Pick<Overview, 'jobs'>) => (
  <ul className="rows">
    {jobs.map((job) => (
      <JobRow key={job.name} job={job} />
    ))}
  </ul>
)

const JobRow = ({ job: { name, lastRunAt, ok, note } }: { job: Job }) => (
  <li className="grid gap-x-4 py-2.5 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto]">
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
      {jobLabel(name)}
      {!ok && <Badge tone="bad">{t({ id: 'admin.jobs.failed', message: 'Failed' })}</Badge>}
    </span>
    <span className="text-sm text-muted sm:text-end">
      {lastRunAt === null ? t({ id: 'admin.jobs.never', message: 'Not yet' }) : <RelativeTime iso={lastRunAt} />}
    </span>
    {note && <span className={`text-sm break-words sm:col-span-2 ${ok ? 'text-muted' : 'text-bad'}`}>{note}</span>}
  </li>
)
