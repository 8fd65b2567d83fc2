import { useForm } from '@mantine/form'
import { useId, type SyntheticEvent } from 'react'
import * as z from 'zod/mini'
import { fieldErrors, markShown } from '#api/failure.ts'
import { useAfterDraw } from '#ui/timer/use-after-draw.ts'

type Texts = Record<string, string | boolean>

interface ContractForm<Values extends Texts> {
  /** The body that the contract asks for; what the form does not hold itself stands in `rest`. */
  schema: z.core.$ZodType
  rest?: Readonly<Record<string, unknown>>
  initialValues: Values
  /** The sentence for each field that breaks its rule. */
  sentences: () => Readonly<Record<keyof Values & string, string>>
}

/**
 * A form whose rules come from the contract's body: the schema says which field is wrong, the form says it in words.
 * Fields are given `{...form.getInputProps('name')}`; `onSubmit` runs its argument only with good values, and `refused`
 * puts what the server said beside the fields.
 */
export const useContractForm = <Values extends Texts>(wanted: ContractForm<Values>) =>
  useCheckedForm<Values>({ initialValues: wanted.initialValues, validate: (values) => errorsOf(values, wanted) })

type Sentences = { [Name in string]?: string }

interface CheckedForm<Values> {
  initialValues: Values
  /** The sentence for each field that is wrong. */
  validate: (values: Values) => Sentences | Promise<Sentences>
}

/** A form that is sent only when nothing is wrong with it; else the first wrong field gets the focus. */
export const useCheckedForm = <Values extends Record<string, unknown>>(wanted: CheckedForm<Values>) => {
  const id = useId()
  const form = useForm<Values>(wanted)
  const afterDraw = useAfterDraw()
  // The errors are drawn first, so that a screen reader reads them with the field.
  const focusFirst = (errors: object) => afterDraw(() => focusField(id, errors))
  return {
    /** For the `<form>`. */
    id,
    values: form.values,
    errors: form.errors,
    setFieldValue: form.setFieldValue,
    reset: form.reset,
    /** Such as for `onClose` of its dialog, which is empty when it opens again. */
    resetAfter: (run: () => void) => () => {
      run()
      form.reset()
    },
    getInputProps: (name: keyof Values & string) => ({ name, ...form.getInputProps(name as never) }),
    onSubmit: (send: (values: Values, trap: string | undefined) => void) =>
      form.onSubmit((values, event) => send(values, trapOf(event)), focusFirst),
    refused: (error: unknown) => {
      const errors = fieldErrors(error)
      // Of a field that the form does not have nobody would read.
      const names = Object.keys(errors)
      if (names.length > 0 && names.every((name) => name in form.values)) markShown(error)
      form.setErrors(errors)
      focusFirst(errors)
    },
  }
}

const errorsOf = <Values extends Texts>(
  values: Values,
  { schema, rest, sentences }: ContractForm<Values>,
): Record<string, string> => {
  // An empty field is sent to the rules as it is: a field that may be left out would otherwise pass unseen.
  const parsed = z.safeParse(schema, { ...rest, ...values })
  if (parsed.success) return {}
  const words: Readonly<Record<string, string>> = sentences()
  const wrong = parsed.error.issues.map((issue) => String(issue.path[0])).filter((name) => name in values)
  return Object.fromEntries(wrong.map((name) => [name, words[name] ?? '']))
}

/** The first in the order of the page; a field is found by its name. */
const focusField = (formId: string, errors: object): void => {
  const form = document.getElementById(formId)
  const fields = form instanceof HTMLFormElement ? [...form.elements] : []
  const field = fields.find((element) => (element.getAttribute('name') ?? '') in errors)
  if (field instanceof HTMLElement) field.focus()
}

/** What a program wrote into the field that people never see, see `TrapField`. */
const trapOf = (event: SyntheticEvent<HTMLFormElement> | undefined): string | undefined => {
  const text = event && new FormData(event.currentTarget).get('website')
  return typeof text === 'string' && text !== '' ? text : undefined
}
