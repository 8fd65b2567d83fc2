import { t } from '@lingui/core/macro'
import { APPEAL_MAX, APPEAL_MIN, userAppeal as contract } from '@runnel/contract/appeal'
import { useMutation } from '@tanstack/react-query'
import { useContractForm } from '#base/contract-form.ts'
import { Button } from '#ui/Button.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { sendAppeal } from './account-case.ts'

/** What one has to say against a lock or another measure. */
export const AppealForm = ({ again }: { again: boolean }) => {
  const form = useContractForm({
    schema: contract.appeal.body,
    initialValues: { message: '' },
    sentences: () => ({
      message: t({ id: 'appeal.message.wrong', message: `Enter ${APPEAL_MIN} to ${APPEAL_MAX} characters.` }),
    }),
  })
  const send = useMutation({
    mutationFn: ({ message }: { message: string }) => sendAppeal(message),
    onError: form.refused,
  })
  return (
    <form id={form.id} className="form" noValidate onSubmit={form.onSubmit((values) => send.mutate(values))}>
      <TextArea
        label={
          again
            ? t({ id: 'appeal.message.again', message: 'Appeal again' })
            : t({ id: 'appeal.message', message: 'Why should we lift the restriction?' })
        }
        hint={t({
          id: 'appeal.message.hint',
          message:
            'We review it with your account history. Explain what we can’t see, such as who shares your network.',
        })}
        maxLength={APPEAL_MAX}
        required
        {...form.getInputProps('message')}
      />
      <Button type="submit" variant="primary" className="justify-self-start" busy={send.isPending}>
        {t({ id: 'appeal.send', message: 'Send appeal' })}
      </Button>
    </form>
  )
}
