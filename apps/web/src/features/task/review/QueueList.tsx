import { plural, t } from '@lingui/core/macro'
import type { SubmissionDetail } from '@runnel/contract/task/schemas'
import { Card } from '#ui/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

interface QueueListProps {
  items: readonly SubmissionDetail[]
  currentId: string | undefined
  onOpen: (id: string) => void
  /** Undefined where nothing can be decided, so nothing is chosen. */
  choosing: RowSelection | undefined
}

export interface RowSelection {
  chosen: ReadonlySet<string>
  onChosen: (chosen: ReadonlySet<string>) => void
}

/** The submissions of this page; a press shows one, a tick chooses it for a decision together with others. */
export const QueueList = ({ items, currentId, onOpen, choosing }: QueueListProps) => (
  <Card flush className="lg:sticky lg:top-20">
    {choosing && items.length > 1 && <ChooseAll items={items} choosing={choosing} />}
    <ul className="rows" style={{ maxHeight: '70dvh', overflowY: 'auto' }}>
      {items.map(({ _id, worker, sentAt, startedAt }) => (
        <li
          key={_id}
          className={_id === currentId ? 'flex items-center gap-1 bg-sunken px-3' : 'flex items-center gap-1 px-3'}
        >
          {choosing && <Tick id={_id} name={worker.username} choosing={choosing} />}
          <button
            type="button"
            className="grid min-h-11 min-w-0 grow py-1 text-start"
            style={{ cursor: 'pointer' }}
            aria-current={_id === currentId || undefined}
            onClick={() => onOpen(_id)}
          >
            <span className="truncate font-medium">{worker.username}</span>
            <RelativeTime iso={sentAt ?? startedAt} className="text-sm text-muted" />
          </button>
        </li>
      ))}
    </ul>
  </Card>
)

const Tick = ({ id, name, choosing: { chosen, onChosen } }: { id: string; name: string; choosing: RowSelection }) => (
  <Checkbox
    label={<VisuallyHidden>{t({ id: 'task.choose', message: `Select submission from ${name}` })}</VisuallyHidden>}
    checked={chosen.has(id)}
    onChecked={() => onChosen(toggled(chosen, id))}
  />
)

export const toggled = (chosen: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

const ChooseAll = ({
  items,
  choosing: { chosen, onChosen },
}: Pick<QueueListProps, 'items'> & { choosing: RowSelection }) => {
  const count = items.filter(({ _id }) => chosen.has(_id)).length
  return (
    <div className="border-line px-3" style={{ borderBottomWidth: 1 }}>
      <Checkbox
        label={t({
          id: 'task.chooseAll',
          message: plural(items.length, { one: 'Select # on this page', other: 'Select all # on this page' }),
        })}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < items.length
        }}
        checked={count === items.length}
        onChecked={(all) => onChosen(new Set(all ? items.map(({ _id }) => _id) : []))}
      />
    </div>
  )
}
