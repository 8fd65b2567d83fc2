import { t } from '@lingui/core/macro'
import { formatNumber } from '#ui/format.ts'
import { Table, type Column } from '#ui/table/Table.tsx'
import type { Import } from './imports.ts'

type Problem = Import['problems'][number]

/** Rows that cannot be taken, each with its line and what would do. */
export const Problems = ({ problems, count }: { problems: readonly Problem[]; count: number }) => {
  if (problems.length === 0) return null
  const title = t({ id: 'import.problems', message: 'Rows with errors' })
  const [shown, all] = [formatNumber(problems.length), formatNumber(count)]
  return (
    <section className="grid gap-2">
      <h3>{title}</h3>
      {count > problems.length && (
        <p className="text-sm text-muted">
          {t({ id: 'import.problems.first', message: `The first ${shown} of ${all}.` })}
        </p>
      )}
      <p className="text-sm text-muted">
        {t({
          id: 'import.problems.text',
          message: 'Fix these rows and upload the file again. Existing users stay unchanged.',
        })}
      </p>
      <Table
        caption={title}
        columns={columns()}
        rows={problems}
        rowKey={({ line, sentence }) => `${line} ${sentence}`}
      />
    </section>
  )
}

const columns = (): Column<Problem>[] => [
  {
    key: 'user',
    header: t({ id: 'import.username', message: 'Username' }),
    role: 'head',
    cell: ({ username }) => <span className="break-all">{username === '' ? '—' : username}</span>,
  },
  {
    key: 'line',
    header: t({ id: 'import.line', message: 'Line' }),
    align: 'end',
    cell: ({ line }) => formatNumber(line),
  },
  {
    key: 'why',
    header: t({ id: 'import.why', message: 'Error' }),
    cell: ({ sentence }) => <span className="break-words">{sentence}</span>,
  },
  {
    key: 'proposal',
    header: t({ id: 'import.proposal', message: 'This import would' }),
    cell: ({ proposal }) => <span className="break-all">{proposal ?? '—'}</span>,
  },
]
