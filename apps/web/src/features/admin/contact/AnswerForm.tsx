import { t } from '@lingui/core/macro'
import { adminContact as contract } from '@runnel/contract/admin/contact'
import { newIdempotencyKey } from '#api/attempt.ts'
import { useAttempt } from '#api/use-attempt.ts'
import { useContractForm } from '#base/contract-form.ts'
import { Button } from '#ui/Button.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { RetryNotice } from '#ui/state/RetryNotice.tsx'
import { invalidateContacts, contacts, type ContactMessage } from './contacts.ts'

/** Sends an answer by mail, with the message quoted below it. */
export const AnswerForm = ({ message: { _id, email } }: { message: ContactMessage }) => {
  const form = useContractForm({
    schema: contract.answerContact.body,
    initialValues: { message: '' },
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
    onDone: () => {
      form.reset()
      void invalidateContacts()
    },
    onRefused: form.refused,
  })
  return (
    <form
      className="form"
      noValidate
      onSubmit={form.onSubmit(({ message }) => answering.send({ message: message.trim(), key: newIdempotencyKey() }))}
    >
      {answering.isUnsent && <RetryNotice onAgain={answering.sendAgain} />}
      <TextArea
        label={t({ id: 'admin.contact.answer', message: 'Reply' })}
        hint={t({ id: 'admin.contact.answer.hint', message: `Sent to ${email} with the original message quoted.` })}
        maxLength={8_000}
        {...form.getInputProps('message')}
      />
      <div>
        <Button type="submit" variant="primary" busy={answering.isSending} disabled={answering.isUnsent}>
          {t({ id: 'admin.contact.send', message: 'Send reply' })}
        </Button>
      </div>
    </form>
  )
}
