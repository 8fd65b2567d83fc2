import { t } from '@lingui/core/macro'
import type { SubmissionDetail } from '@runnel/contract/task/schemas'
import { task as contract } from '@runnel/contract/task/task'
import { useMutation } from '@tanstack/react-query'
import { useContractForm } from '#base/contract-form.ts'
import { invalidateTasks, task } from '#features/task/calls.ts'
import { Button } from '#ui/Button.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'

/** The owner's side of a dispute, said once, before a moderator decides. */
export function AnswerDispute({ submission: { _id: id } }: { submission: SubmissionDetail }) {
  const form = useContractForm({
    schema: contract.answerDispute.body,
    initialValues: { text: '' },
    sentences: () => ({
      text: t({ id: 'task.answer.wrong', message: 'Enter a reason of 5 to 1,000 characters.' }),
    }),
  })
  const answer = useMutation({
    mutationFn: (text: string) => task.calls.answerDispute({ params: { id }, body: { text } }),
    onSuccess: () => invalidateTasks('review', 'submission'),
    onError: form.refused,
  })
  return (
    <form id={form.id} className="form" noValidate onSubmit={form.onSubmit(({ text }) => answer.mutate(text.trim()))}>
      <TextArea
        label={t({ id: 'task.answer', message: 'Your reply to the dispute' })}
        hint={t({ id: 'task.answer.hint', message: 'The moderator and the worker can read it. You can reply once.' })}
        maxLength={1_000}
        {...form.getInputProps('text')}
      />
      <div>
        <Button type="submit" variant="primary" busy={answer.isPending}>
          {t({ id: 'task.answer.send', message: 'Send reply' })}
        </Button>
      </div>
    </form>
  )
}
