import { t } from '@lingui/core/macro'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import type { FieldChange } from './fields-diff.ts'
import { lineDiff, type DiffLine } from './line-diff.ts'

/** Each field as it is and as it would be; of long texts, the lines that go and come. */
export const Changes = ({ changes }: { changes: readonly FieldChange[] }) => (
  <dl className="grid gap-4">
    {changes.map(({ name, label, before, after }) => (
      <div key={name} className="grid gap-1">
        <dt className="text-sm font-semibold">{label}</dt>
        <dd className="rounded-m border border-line bg-paper p-3">
          {lineDiff(before, after).map((line, index) => (
            <Line key={index} line={line} />
          ))}
        </dd>
      </div>
    ))}
  </dl>
)

const Line = ({ line: { kind, text } }: { line: DiffLine }) => {
  if (kind === 'same') return <p className="break-words whitespace-pre-line text-muted">{text || ' '}</p>
  const isGone = kind === 'gone'
  return (
    <p className={isGone ? 'break-words whitespace-pre-line text-bad' : 'break-words whitespace-pre-line text-good'}>
      <span aria-hidden="true">{isGone ? '− ' : '+ '}</span>
      <VisuallyHidden>
        {isGone
          ? t({ id: 'task.change.gone', message: 'Before:' })
          : t({ id: 'task.change.new', message: 'After:' })}{' '}
      </VisuallyHidden>
      {isGone ? <del>{text}</del> : <ins style={{ textDecoration: 'none' }}>{text}</ins>}
    </p>
  )
}
