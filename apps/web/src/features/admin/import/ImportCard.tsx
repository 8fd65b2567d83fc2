import { plural, t } from '@lingui/core/macro'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { ProgressBar } from '#ui/chart/ProgressBar.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { formatDateTime, formatNumber } from '#ui/format.ts'
import { Counts } from './Counts.tsx'
import { stateName } from './import-labels.ts'
import type { Import } from './imports.ts'
import { Problems } from './Problems.tsx'

/** One import: how far it is, and which rows it could not take. */
export const ImportCard = ({ row }: { row: Import }) => {
  const { source, state, by, startedAt, progress, counts, problems } = row
  const begun = formatDateTime(startedAt)
  return (
    <Card
      title={source}
      note={t({ id: 'import.by', message: `by ${by}, ${begun}` })}
      action={
        <Badge tone={state === 'done' ? 'good' : 'brand'} dot>
          {stateName(state)}
        </Badge>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {state === 'running' && (
          <ProgressBar
            label={t({ id: 'import.progress', message: 'Rows processed' })}
            value={progress}
            max={counts.rows}
          />
        )}
        <Counts counts={counts} />
        <Mails mails={row.mails} />
        {problems.length > 0 && (
          <Disclosure
            summary={t({
              id: 'import.problemCount',
              message: plural(counts.problems, { one: '# row can’t be imported', other: '# rows can’t be imported' }),
            })}
          >
            <Problems problems={problems} count={counts.problems} />
          </Disclosure>
        )}
      </div>
    </Card>
  )
}

const Mails = ({ mails: { wanted, sent, waiting } }: Pick<Import, 'mails'>) => {
  const left = formatNumber(waiting)
  if (!wanted) {
    return (
      <p className="text-sm text-muted">
        {t({ id: 'import.noMails', message: 'No emails: users reset their password when they sign in.' })}
      </p>
    )
  }
  return (
    <p className="text-sm text-muted">
      {t({
        id: 'import.mailCount',
        message: plural(sent, { one: `# email sent, ${left} to go`, other: `# emails sent, ${left} to go` }),
      })}
    </p>
  )
}
