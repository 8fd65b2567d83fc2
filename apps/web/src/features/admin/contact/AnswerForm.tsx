import { t } from '@lingui/core/macro'
import { adminContact as contract } from '@runnel/contract/admin/contact'
import { newIdempotencyKey } from '#api/attempt.ts'
import { useAttempt } from '#api/use-attempt.ts'
import { useContractForm } from '#base/contract-form.ts'
import { Button } from '#ui/Button.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { RetryNotice } from '#ui/state/RetryNotice.tsx'
import { invalidateContacts, contacts, type ContactMessage } from './contacts.ts'

/** An answer that is being written, and the key of sending it: a text is mailed once, also when its form was left. */
export interface Draft {
  message: string
  key: string
}

interface AnswerFormProps {
  message: ContactMessage
  draft: Draft | undefined
  onDraft: (draft: Draft) => void
  /** With the key of what was sent: what has been typed since then has another. */
  onSent: (key: string) => void
}

/** Sends an answer by mail, with the message quoted below it. */
export const AnswerForm = ({ message: { _id, email }, draft, onDraft, onSent }: AnswerFormProps) => {
  const form = useContractForm({
    schema: contract.answerContact.body,
    initialValues: { message: draft?.message ?? '' },
    sentences: () => ({
      message: t({ id: 'admin.contact.answer.wrong', message: 'Enter 2 to 8,000 characters.' }),
    }),
  })
  const answering = useAttempt({
    send: (call: { message: string; key: string }) =>
      contacts.calls.answerContact({
        params: { id: _id },
        body: { message: call.message },
        idempotencyKey: call.key,
      }),
    onDone: (_answer, { key }) => {
      if (draft?.key === key) form.setFieldValue('message', '')
      onSent(key)
      void invalidateContacts()
    },
    onRefused: form.refused,
  })
  return (
    <form
      className="form"
      noValidate
      onSubmit={form.onSubmit(({ message }) => {
        if (draft) answering.send({ message: message.trim(), key: draft.key })
      })}
    >
      {answering.isUnsent && <RetryNotice onAgain={answering.sendAgain} />}
      <TextArea
        label={t({ id: 'admin.contact.answer', message: 'Reply' })}
        hint={t({ id: 'admin.contact.answer.hint', message: `Sent to ${email} with the original message quoted.` })}
        maxLength={8_000}
        {...form.getInputProps('message')}
        onValue={(message) => onDraft({ message, key: newIdempotencyKey() })}
      />
      <div>
        <Button type="submit" variant="primary" busy={answering.isSending} disabled={answering.isUnsent}>
          {t({ id: 'admin.contact.send', message: 'Send reply' })}
        </Button>
      </div>
    </form>
  )
}
