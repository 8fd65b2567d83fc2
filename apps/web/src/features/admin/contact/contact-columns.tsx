import { plural, t } from '@lingui/core/macro'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { contactTone, stateLabel } from './contact-labels.ts'
import type { ContactMessage } from './contacts.ts'
import { Writer } from './Writer.tsx'

export const contactColumns = ({ onOpen }: { onOpen: (id: string) => void }): Column<ContactMessage>[] => [
  {
    key: 'subject',
    header: t({ id: 'admin.contact.message', message: 'Message' }),
    role: 'head',
    cell: ({ _id, subject, message }) => (
      <span className="grid min-w-0 justify-items-start gap-1">
        <button type="button" className="link text-start font-semibold break-words" onClick={() => onOpen(_id)}>
          {subject}
        </button>
        <span className="line-clamp-3 max-w-96 text-sm font-normal break-words text-muted" dir="auto">
          {message}
        </span>
      </span>
    ),
  },
  {
    key: 'from',
    header: t({ id: 'admin.contact.from', message: 'Sender' }),
    cell: (row) => <Writer message={row} />,
  },
  {
    key: 'state',
    header: t({ id: 'admin.contact.status', message: 'Status' }),
    cell: ({ state, createdAt, answers }) => (
      <span className="grid justify-items-start gap-1 max-md:justify-items-end">
        <Badge tone={contactTone[state]} dot>
          {stateLabel(state)}
        </Badge>
        <RelativeTime iso={createdAt} className="text-sm whitespace-nowrap text-muted" />
        {answers.length > 0 && (
          <span className="text-sm whitespace-nowrap text-muted">
            {t({
              id: 'admin.contact.answers',
              message: plural(answers.length, { one: '# reply', other: '# replies' }),
            })}
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'actions',
    header: t({ id: 'admin.contact.actions', message: 'Actions' }),
    role: 'actions',
    cell: ({ _id, subject, state }) => (
      <Button size="small" variant={state === 'open' ? 'primary' : 'plain'} onClick={() => onOpen(_id)}>
        {state === 'open'
          ? t({ id: 'admin.contact.answer', message: 'Reply' })
          : t({ id: 'admin.contact.read', message: 'Read' })}
        <VisuallyHidden>{` (${subject})`}</VisuallyHidden>
      </Button>
    ),
  },
]
