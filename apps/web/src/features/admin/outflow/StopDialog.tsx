import { t } from '@lingui/core/macro'
import { adminOutflow as contract } from '@runnel/contract/admin/outflow'
import { OutflowSource } from '@runnel/contract/outflow'
import * as z from 'zod/mini'
import { useCheckedForm } from '#base/contract-form.ts'
import { ReasonField } from '#base/ReasonDialog.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { FormDialog } from '#ui/overlay/FormDialog.tsx'
import type { OutflowActs, StopCall } from './outflow.ts'
import { sourceName } from './source-name.ts'

/** What was pressed: one source, or none yet. */
export interface StopTarget {
  source: OutflowSource | null
}

interface Values extends Record<string, unknown> {
  /** Null until one is pressed: then what the dialog was opened for is chosen. */
  sources: OutflowSource[] | null
  payouts: boolean
  reason: string
}

interface StopDialogProps {
  stopping: StopTarget | null
  stop: OutflowActs['stop']
  onClose: () => void
}

/** Stops sources and payouts at once, because the owner has seen something that the limits have not. */
export const StopDialog = ({ stopping, stop, onClose }: StopDialogProps) => {
  const bodyOf = (values: Values): StopCall => ({
    ...values,
    sources: values.sources ?? (stopping?.source ? [stopping.source] : []),
    reason: values.reason.trim(),
  })
  const form = useCheckedForm<Values>({
    initialValues: { sources: null, payouts: false, reason: '' },
    validate: (values) => wrongIn(bodyOf(values)),
  })
  const { sources } = bodyOf(form.values)
  const choose = (source: OutflowSource, isChosen: boolean) =>
    form.setFieldValue('sources', isChosen ? [...sources, source] : sources.filter((known) => known !== source))
  const leave = form.resetAfter(onClose)
  return (
    <FormDialog
      id={form.id}
      open={stopping !== null}
      onClose={leave}
      title={t({ id: 'admin.stop.title', message: 'Stop payments' })}
      submitLabel={t({ id: 'admin.stop.yes', message: 'Stop now' })}
      danger
      busy={stop.isPending}
      focusFirst
      onSubmit={form.onSubmit((values) => stop.mutate(bodyOf(values), { onSuccess: leave, onError: form.refused }))}
    >
      <fieldset>
        <legend className="field-label">{t({ id: 'admin.stop.sources', message: 'Sources to stop' })}</legend>
        <div className="grid grid-cols-2 gap-x-4">
          {OutflowSource.options.map((source) => (
            <Checkbox
              key={source}
              name="sources"
              label={sourceName(source)}
              checked={sources.includes(source)}
              onChecked={(isChosen) => choose(source, isChosen)}
            />
          ))}
        </div>
        {form.errors['sources'] && <FieldError id={`${form.id}-sources`}>{form.errors['sources']}</FieldError>}
      </fieldset>
      <Switch
        label={t({ id: 'admin.stop.payouts', message: 'Stop payouts too' })}
        hint={t({
          id: 'admin.stop.payouts.hint',
          message: 'Users can still request withdrawals. Nothing is sent until you resume.',
        })}
        checked={form.values.payouts}
        onChecked={(payouts) => form.setFieldValue('payouts', payouts)}
      />
      <ReasonField
        hint={t({
          id: 'admin.stop.reason.hint',
          message: 'For admins only. Users just see that it’s being checked.',
        })}
        isLong
        field={form.getInputProps('reason')}
      />
    </FormDialog>
  )
}

const wrongIn = (body: StopCall): Record<string, string> => {
  const parsed = z.safeParse(contract.stopOutflow.body, body)
  if (parsed.success) return {}
  const words: Readonly<Record<string, string>> = {
    sources: t({ id: 'admin.stop.sources.wrong', message: 'Select at least one source.' }),
    reason: t({ id: 'admin.stop.reason.wrong', message: 'Enter a reason of 3 to 300 characters.' }),
  }
  return Object.fromEntries(parsed.error.issues.map(({ path: [name] }) => [String(name), words[String(name)] ?? '']))
}
