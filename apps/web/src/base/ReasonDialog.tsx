import { t } from '@lingui/core/macro'
import type { ChangeEvent, ComponentProps, ReactNode } from 'react'
import * as z from 'zod/mini'
import { Chip } from '#ui/form/Chip.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { FormDialog } from '#ui/overlay/FormDialog.tsx'
import { useContractForm } from './contract-form.ts'

/** What becomes of a call: `onSuccess` closes the dialog, `onError` puts the server's words beside the field. */
export interface Outcome {
  onSuccess: () => void
  onError: (error: unknown) => void
}

interface ReasonWords {
  label?: string
  /** Who reads it. */
  hint?: ReactNode
  optional?: boolean
  /** Several lines instead of one. */
  isLong?: boolean
  /** Reasons that are often given; a press writes one into the field. */
  suggestions?: readonly string[]
}

type Frame = Omit<ComponentProps<typeof FormDialog>, 'id' | 'className' | 'focusFirst' | 'onSubmit'>

interface ReasonDialogProps extends Frame, ReasonWords {
  /** The contract's rule, such as `contract.denyApproval.body.shape.reason`. */
  rule: z.core.$ZodType
  /** The sentence for a reason that breaks it. */
  wrong?: string
  /** What the contract calls it. */
  name?: 'reason' | 'note'
  /** What else is asked, below the reason. */
  more?: ReactNode
  onSend: (reason: string, outcome: Outcome) => void
}

/** Asks why before something is done; `children` say what will happen. The reason is sent trimmed. */
export const ReasonDialog = (props: ReasonDialogProps) => {
  const { label, hint, optional, isLong, suggestions } = props
  const { rule, wrong = reasonWrong(), name = 'reason', more, onSend, onClose, children, ...frame } = props
  const form = useContractForm<Record<string, string>>({
    schema: z.object({ [name]: rule }),
    initialValues: { [name]: '' },
    sentences: () => ({ [name]: wrong }),
  })
  const leave = () => {
    onClose()
    form.reset()
  }
  const outcome = { onSuccess: leave, onError: form.refused }
  return (
    <FormDialog
      {...frame}
      id={form.id}
      focusFirst
      onClose={leave}
      onSubmit={form.onSubmit((values) => onSend((values[name] ?? '').trim(), outcome))}
    >
      {children}
      <ReasonField field={form.getInputProps(name)} {...{ label, hint, optional, isLong, suggestions }} />
      {more}
    </FormDialog>
  )
}

interface ReasonFieldProps extends ReasonWords {
  /** What `form.getInputProps` gave; the form library takes an event or a value alike, and has no type for it. */
  field: {
    name: string
    onChange: (wanted: ChangeEvent<HTMLInputElement | HTMLTextAreaElement> | string) => void
    error?: ReactNode
  }
}

/** The reason in a form that asks for more than it; by default the user that it is about reads it. */
export const ReasonField = ({ field, isLong = false, suggestions = [], ...words }: ReasonFieldProps) => {
  const {
    label = t({ id: 'admin.reason', message: 'Reason' }),
    hint = t({ id: 'admin.reason.hint', message: 'The user will see this.' }),
    optional,
  } = words
  const Text = isLong ? TextArea : TextInput
  return (
    <>
      <Text {...{ label, hint, optional }} maxLength={isLong ? 1_000 : 300} autoComplete="off" {...field} />
      {suggestions.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {suggestions.map((reason) => (
            <Chip key={reason} onClick={() => field.onChange(reason)}>
              {reason}
            </Chip>
          ))}
        </div>
      )}
    </>
  )
}

/** The sentence for a reason that users read and that is missing or too long. */
export const reasonWrong = (): string =>
  t({ id: 'admin.reason.wrong', message: 'Enter a reason of 3 to 300 characters. The user will see it.' })
