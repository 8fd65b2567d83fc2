import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { PrevNext } from '#features/admin/list/PrevNext.tsx'
import { Button } from '#ui/Button.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { AnswerForm, type Draft } from './AnswerForm.tsx'
import { useContactState, type ContactMessage } from './contacts.ts'
import { Writer } from './Writer.tsx'

interface ThreadDialogProps {
  message: ContactMessage | undefined
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** A message with everything that was answered, and the next answer. */
export const ThreadDialog = ({ message, onClose, onPrevious, onNext }: ThreadDialogProps) => {
  const { drafts, setDraft, clearSent } = useDrafts()
  return (
    <Dialog
      wide
      open={message !== undefined}
      onClose={onClose}
      title={message?.subject}
      actions={
        message && (
          <>
            <PrevNext onPrevious={onPrevious} onNext={onNext} />
            <StateButton message={message} />
          </>
        )
      }
    >
      {message && (
        <div className="grid grid-cols-1 gap-4">
          <Thread message={message} />
          <AnswerForm
            key={message._id}
            message={message}
            draft={drafts[message._id]}
            onDraft={(draft) => setDraft(message._id, draft)}
            onSent={(key) => clearSent(message._id, key)}
          />
        </div>
      )}
    </Dialog>
  )
}

/** Answers by message, so that none is lost on the way to the neighbours and back. */
const useDrafts = () => {
  const [drafts, setDrafts] = useState<Readonly<Partial<Record<string, Draft>>>>({})
  return {
    drafts,
    setDraft: (id: string, draft: Draft) => setDrafts((all) => ({ ...all, [id]: draft })),
    // It keeps its key: a form that shows the text still sends it no second time.
    clearSent: (id: string, key: string) =>
      setDrafts((all) => (all[id]?.key === key ? { ...all, [id]: { message: '', key } } : all)),
  }
}

const Thread = ({ message }: { message: ContactMessage }) => {
  const { message: words, createdAt, answers } = message
  return (
    <ol className="grid gap-3">
      <li className="grid gap-2 rounded-m bg-sunken p-4">
        <span className="flex flex-wrap items-start justify-between gap-2">
          <Writer message={message} />
          <time dateTime={createdAt} className="text-sm text-muted">
            {formatDateTime(createdAt)}
          </time>
        </span>
        <p className="break-words whitespace-pre-line" dir="auto">
          {words}
        </p>
      </li>
      {answers.map(({ _id, by, message: answer, at }) => (
        <li key={_id} className="grid gap-2 rounded-m bg-brand-soft p-4">
          <span className="flex flex-wrap justify-between gap-2 text-sm">
            <b>{by}</b>
            <time dateTime={at} className="text-muted">
              {formatDateTime(at)}
            </time>
          </span>
          <p className="break-words whitespace-pre-line" dir="auto">
            {answer}
          </p>
        </li>
      ))}
    </ol>
  )
}

const StateButton = ({ message: { _id, state } }: { message: ContactMessage }) => {
  const { close, reopen } = useContactState()
  if (state === 'open') {
    return (
      <Button busy={close.isPending} onClick={() => close.mutate(_id)}>
        {t({ id: 'admin.contact.close', message: 'Close without reply' })}
      </Button>
    )
  }
  return (
    <Button busy={reopen.isPending} onClick={() => reopen.mutate(_id)}>
      {t({ id: 'admin.contact.reopen', message: 'Reopen' })}
    </Button>
  )
}
