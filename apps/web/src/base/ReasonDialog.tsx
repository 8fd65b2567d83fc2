import { t } from '@lingui/core/macro'
import type { ComponentProps, ReactNode } from 'react'
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
  /** A field of several lines instead of one. */
  isLong?: boolean
  maxLength?: number
  /** Reasons that are often given; a press writes one into the field. */
  suggestions?: readonly string[]
}

type Frame = Omit<ComponentProps<typeof FormDialog>, 'id' | 'className' | 'focusFirst' | 'onSubmit'>

interface ReasonDialogProps extends Frame, ReasonWords {
  /** The contract's rule, such as `contract.denyApproval.body.shape.reason`. */
  rule: z.core.$ZodType
  /** The sentence for a reason that breaks it, where it is another one than 3 to 300 characters. */
  wrong?: string
  /** What the contract calls it. */
  name?: 'reason' | 'note'
  /** What else is asked, below the reason. */
  more?: ReactNode
  onSend: (reason: string, outcome: Outcome) => void
  /** Called instead of `onClose` once it was done. */
  onDone?: () => void
}

/** Asks why before something is done; `children` say what will happen. The reason is sent trimmed. */
export const ReasonDialog = (props: ReasonDialogProps) => {
  const { label, hint, optional, isLong, maxLength, suggestions } = props
  const { rule, wrong = hint ? tooShort() : reasonWrong(), name = 'reason' } = props
  const { more, onSend, onClose, onDone = onClose, children, ...frame } = props
  const form = useContractForm<Record<string, string>>({
    schema: z.object({ [name]: rule }),
    initialValues: { [name]: '' },
    sentences: () => ({ [name]: wrong }),
  })
  const outcome = { onSuccess: form.resetAfter(onDone), onError: form.refused }
  return (
    <FormDialog
      {...frame}
      id={form.id}
      focusFirst
      onClose={form.resetAfter(onClose)}
      onSubmit={form.onSubmit((values) => onSend((values[name] ?? '').trim(), outcome))}
    >
      {children}
      <ReasonField field={form.getInputProps(name)} {...{ label, hint, optional, isLong, maxLength, suggestions }} />
      {more}
    </FormDialog>
  )
}

interface ReasonFieldProps extends ReasonWords {
  /** What `form.getInputProps` gave. */
  field: { name: string; value?: string; onChange: (reason: string) => void; error?: ReactNode }
}

/** The reason in a form that asks for more than it; by default the user that it is about reads it. */
export const ReasonField = (props: ReasonFieldProps) => {
  const {
    label = t({ id: 'base.reason', message: 'Reason' }),
    hint = t({ id: 'base.hint', message: 'The user will see this.' }),
    field: { onChange, ...field },
    isLong = false,
    maxLength = 300,
    suggestions = [],
    optional,
  } = props
  const Text = isLong ? TextArea : TextInput
  return (
    <>
      <Text
        {...{ label, hint, optional }}
        {...field}
        maxLength={maxLength}
        autoComplete="off"
        onValue={(reason) => onChange(reason)}
      />
      {suggestions.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {suggestions.map((reason) => (
            <Chip key={reason} onClick={() => onChange(reason)}>
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
  t({ id: 'base.wrong', message: 'Enter a reason of 3 to 300 characters. The user will see it.' })

const tooShort = (): string => t({ id: 'base.reason.wrong', message: 'Enter a reason of 3 to 300 characters.' })
