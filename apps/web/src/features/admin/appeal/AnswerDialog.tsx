import { t } from '@lingui/core/macro'
import { adminAppeal as contract } from '@runnel/contract/admin/appeal'
import { AppealVerdict } from '@runnel/contract/suspect-schemas'
import * as z from 'zod/mini'
import { useContractForm } from '#base/contract-form.ts'
import { EndFields } from '#features/admin/restriction/EndFields.tsx'
import { endIsAhead, endShape, endWrong, untilOf, type End } from '#features/admin/restriction/restriction-end.ts'
import { RadioGroup } from '#ui/form/RadioGroup.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { FormDialog } from '#ui/overlay/FormDialog.tsx'
import { useAnswering, type AdminAppeal } from './appeals.ts'

const { verdict, message } = contract.answerAppeal.body.shape
const schema = z.object({ verdict, message, ...endShape }).check(endIsAhead)
const lengths = ['1', '7', '30', 'day'] as const

interface Values extends End {
  verdict: string
  message: string
}

interface AnswerDialogProps {
  appeal: AdminAppeal | null
  onClose: () => void
}

/** Answers an appeal with what becomes of the account; its person reads it by mail and on the site. */
export const AnswerDialog = ({ appeal, onClose }: AnswerDialogProps) => {
  const answering = useAnswering()
  const form = useContractForm({
    schema,
    initialValues: { verdict: '', message: '', length: '7', day: '' },
    sentences: () => ({
      verdict: t({ id: 'admin.appeal.verdict.wrong', message: 'Select a decision.' }),
      message: t({ id: 'admin.appeal.message.wrong', message: 'Enter 3 to 2,000 characters.' }),
      length: endWrong(),
      day: endWrong(),
    }),
  })
  const leave = form.resetAfter(onClose)
  const send = (values: Values) => {
    if (!appeal) return
    // The form takes only verdicts that the contract knows.
    const decided = AppealVerdict.parse(values.verdict)
    const until = decided === 'shorten' ? untilOf(values) : undefined
    answering.mutate(
      { id: appeal._id, verdict: decided, message: values.message.trim(), until },
      { onSuccess: leave, onError: form.refused },
    )
  }
  const name = appeal?.user.username ?? ''
  return (
    <FormDialog
      id={form.id}
      open={appeal !== null}
      onClose={leave}
      title={t({ id: 'admin.appeal.title', message: `Decide appeal from ${name}` })}
      submitLabel={t({ id: 'admin.appeal.send', message: 'Send decision' })}
      busy={answering.isPending}
      onSubmit={form.onSubmit(send)}
    >
      {appeal && (
        <blockquote className="break-words whitespace-pre-line text-muted" dir="auto">
          {appeal.message}
        </blockquote>
      )}
      <RadioGroup
        label={t({ id: 'admin.appeal.verdict', message: 'Decision' })}
        name="verdict"
        options={verdictsFor(appeal)}
        value={form.values.verdict}
        onValue={(value) => form.setFieldValue('verdict', value)}
        error={form.getInputProps('verdict').error}
      />
      {form.values.verdict === 'shorten' && <EndFields form={form} lengths={lengths} />}
      <TextArea
        label={t({ id: 'admin.appeal.message', message: 'Reply' })}
        hint={t({ id: 'admin.appeal.message.hint', message: 'Sent by email and shown to the user on the site.' })}
        maxLength={2_000}
        {...form.getInputProps('message')}
      />
    </FormDialog>
  )
}

/** Only a lock can be shortened. */
const verdictsFor = (appeal: AdminAppeal | null) => [
  {
    value: 'release',
    label: t({ id: 'admin.appeal.release', message: 'Approve: lift all restrictions' }),
    hint: t({ id: 'admin.appeal.release.hint', message: 'Ends all restrictions and pays withheld rewards.' }),
  },
  ...(appeal?.lock ? [{ value: 'shorten', label: t({ id: 'admin.appeal.shorten', message: 'Shorten lock' }) }] : []),
  { value: 'keep', label: t({ id: 'admin.appeal.keep', message: 'Deny appeal' }) },
]
