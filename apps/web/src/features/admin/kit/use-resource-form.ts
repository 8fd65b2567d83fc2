import { t } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { newIdempotencyKey } from '#api/attempt.ts'
import { useAttempt } from '#api/use-attempt.ts'
import { useCheckedForm } from '#base/contract-form.ts'
import { changedFields } from '#features/admin/shared/changed-fields.ts'
import { asDraft, asValue, fieldIssues } from './resource-values.ts'
import { offerUndo } from './undo.ts'

/** The names of the values of one type: `NamesOf<Values, boolean>`. */
export type NamesOf<Values, Type> = {
  [Name in keyof Values]: Values[Name] extends Type ? Name : never
}[keyof Values] &
  string

type Sentences<Values> = { [Name in keyof Values]?: string }

interface FormOptions<Values extends object, Body extends object, Added> {
  /** The row that is edited; undefined for a new one. What it does not have is as in `fresh`. */
  existing: (Partial<Values> & { _id: string }) | undefined
  /** What a new one begins with, in the types of the contract. */
  fresh: Values
  moments?: readonly NamesOf<Values, string | null>[]
  /**
   * The body of the endpoint that adds one: the rule for the fields. Written as `contract.addX.body` it tells the build
   * that this page needs it; a route that is handed on as a whole comes without.
   */
  body: z.core.$ZodType
  /** That endpoint takes an idempotency key, so that the same can be sent again. */
  isKeyed?: true
  /** Takes the place of that body. */
  schemaOf?: (values: Values) => z.core.$ZodType
  bodyOf?: (values: Values) => Body
  /** For fields whose rule the schema alone does not explain. */
  sentences?: () => Sentences<Values>
  /** What no schema says, such as that one value must be above another. */
  rule?: (values: Values) => Sentences<Values>
  add: (call: { body: Body; idempotencyKey?: string }) => Promise<Added>
  edit: (call: { params: { id: string }; body: Partial<Body> }) => Promise<unknown>
  /** What an edit sends; usually what differs. */
  changesOf?: (body: Body, before: Body) => Partial<Body>
  /** `added` is the answer to a new one, and undefined after an edit. */
  onSaved: (added: Added | undefined) => void
}

type ResourceFormOptions<Values extends object, Body extends object, Added> = FormOptions<Values, Body, Added> &
  // Values that are not the body themselves say how they become it.
  (Values extends Body ? unknown : { bodyOf: (values: Values) => Body })

export type ResourceForm<Values extends object> = ReturnType<typeof useResourceForm<Values, object, unknown>>

/** A form for one row: its rules are the contract's, numbers are text while somebody types, an edit sends changes. */
export const useResourceForm = <Values extends object, Body extends object, Added>(
  options: ResourceFormOptions<Values, Body, Added>,
) => {
  const { existing, fresh, moments = [], isKeyed, add, edit, changesOf = changedFields, onSaved } = options
  const { bodyOf = (values: Values) => values as object as Body } = options
  const row = new Map<string, unknown>(Object.entries(existing ?? {}))
  const kinds = Object.entries(fresh).map(([name, value]) => ({
    name,
    known: row.has(name) ? row.get(name) : value,
    isMoment: moments.some((moment) => moment === name),
  }))
  const initialValues: Record<string, unknown> = Object.fromEntries(kinds.map((kind) => [kind.name, asDraft(kind)]))
  // Each value has the name and the type that it has in `fresh`.
  const valuesOf = (draft: typeof initialValues) =>
    Object.fromEntries(kinds.map((kind) => [kind.name, asValue(draft[kind.name], kind)])) as Values
  const form = useCheckedForm({
    initialValues,
    validate: (draft) => {
      const values = valuesOf(draft)
      const parsed = z.safeParse(options.schemaOf?.(values) ?? options.body, bodyOf(values), { reportInput: true })
      if (parsed.success) return options.rule?.(values) ?? {}
      return fieldIssues(parsed.error.issues, { names: fresh, sentences: options.sentences?.() ?? {} })
    },
  })
  const repeats = isKeyed === true && !existing
  const attempt = useAttempt({
    send: async (call: { body: Body; idempotencyKey?: string }) => {
      if (!existing) return add(call)
      const [before, params] = [bodyOf(valuesOf(initialValues)), { id: existing._id }]
      const body = changesOf(call.body, before)
      if (Object.keys(body).length === 0) return undefined
      const [answer, back] = [await edit({ params, body }), changesOf(before, call.body)]
      if (isKnown(back)) offerUndo(answer, () => edit({ params, body: back }), savedText())
      return undefined
    },
    onDone: onSaved,
    onRefused: form.refused,
    isShown: repeats,
  })
  return {
    id: form.id,
    /** As they would be sent: texts without spaces at their ends, NaN for what is no number. */
    values: valuesOf(form.values),
    errors: form.errors,
    set: (values: Partial<Values>) => {
      for (const [name, known] of Object.entries(values)) {
        form.setFieldValue(name, asDraft({ name, known, isMoment: false }))
      }
    },
    textProps: (name: string) => ({
      name,
      value: String(form.values[name]),
      error: form.errors[name],
      onValue: (text: string) => form.setFieldValue(name, text),
    }),
    switchProps: (name: string) => ({
      name,
      checked: form.values[name] === true,
      error: form.errors[name],
      onChecked: (checked: boolean) => form.setFieldValue(name, checked),
    }),
    onSubmit: form.onSubmit((draft) =>
      attempt.send({ body: bodyOf(valuesOf(draft)), ...(repeats && { idempotencyKey: newIdempotencyKey() }) }),
    ),
    isSaving: attempt.isSending,
    /** No answer came, and the same can be sent again without adding it twice. */
    isUnsent: attempt.isUnsent && repeats,
    sendAgain: attempt.sendAgain,
  }
}

/** An empty field may hide a secret, which nobody can bring back. */
const isKnown = (values: object): boolean => Object.values(values).every((value) => value !== '')

const savedText = (): string => t({ id: 'admin.undo.saved', message: 'Changes saved.' })
