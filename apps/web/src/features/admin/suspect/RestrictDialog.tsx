import { plural, t } from '@lingui/core/macro'
import { adminSuspect as contract } from '@runnel/contract/admin/suspect'
import { TemporaryRestriction } from '@runnel/contract/suspect-schemas'
import * as z from 'zod/mini'
import { useContractForm } from '#base/contract-form.ts'
import { ReasonField, reasonWrong } from '#base/ReasonDialog.tsx'
import { EndFields } from '#features/admin/restriction/EndFields.tsx'
import {
  endIsAhead,
  endLengths,
  endShape,
  endWrong,
  untilOf,
  type End,
} from '#features/admin/restriction/restriction-end.ts'
import { RadioGroup } from '#ui/form/RadioGroup.tsx'
import { FormDialog } from '#ui/overlay/FormDialog.tsx'
import { restrictionLabel } from './suspect-labels.ts'
import type { SuspectActions } from './use-suspect-dialogs.ts'

const { kind, reason } = contract.measureSuspects.body.shape
const schema = z.object({ kind, reason, ...endShape }).check(
  endIsAhead,
  z.refine((values) => values.kind !== 'cooldown' || values.length !== 'ever', { path: ['length'] }),
)

interface Values extends End {
  kind: string
  reason: string
}

/** Takes a measure short of a ban. */
export const RestrictDialog = ({ acting: { open, acts, close, done } }: { acting: SuspectActions }) => {
  const accounts = open?.kind === 'measure' ? open.accounts : null
  const form = useContractForm({
    schema,
    initialValues: { kind: 'challenge', reason: '', length: '30', day: '' },
    sentences: () => ({
      kind: t({ id: 'admin.measure.kind.wrong', message: 'Select a restriction.' }),
      reason: reasonWrong(),
      length: t({ id: 'admin.measure.length.wrong', message: 'A cooldown needs an end date.' }),
      day: endWrong(),
    }),
  })
  const send = (values: Values) => {
    // The form takes only kinds that the contract knows.
    const chosen = TemporaryRestriction.parse(values.kind)
    const users = (accounts ?? []).map(({ _id }) => _id)
    acts.measure.mutate(
      { users, kind: chosen, reason: values.reason.trim(), until: untilOf(values) },
      { onSuccess: form.resetAfter(done), onError: form.refused },
    )
  }
  return (
    <FormDialog
      id={form.id}
      open={accounts !== null}
      onClose={form.resetAfter(close)}
      title={t({
        id: 'admin.measure.title',
        message: plural(accounts?.length ?? 0, { one: 'Restrict # account', other: 'Restrict # accounts' }),
      })}
      submitLabel={t({ id: 'admin.measure.yes', message: 'Apply restriction' })}
      busy={acts.measure.isPending}
      focusFirst
      onSubmit={form.onSubmit(send)}
    >
      <RadioGroup
        label={t({ id: 'admin.measure.kind', message: 'Restriction' })}
        name="kind"
        options={TemporaryRestriction.options.map((value) => ({
          value,
          label: restrictionLabel(value),
          hint: hintOf(value),
        }))}
        value={form.values.kind}
        onValue={(value) => form.setFieldValue('kind', value)}
      />
      <ReasonField field={form.getInputProps('reason')} />
      <EndFields
        form={form}
        lengths={form.values.kind === 'cooldown' ? endLengths.filter((length) => length !== 'ever') : endLengths}
      />
    </FormDialog>
  )
}

const hintOf = (measure: TemporaryRestriction): string => {
  switch (measure) {
    case 'challenge':
      return t({ id: 'admin.measure.challenge.hint', message: 'Barely noticeable for humans, effective against bots.' })
    case 'review':
      return t({ id: 'admin.measure.review.hint', message: 'Every withdrawal waits for your approval.' })
    case 'cooldown':
      return t({ id: 'admin.measure.cooldown.hint', message: 'The user can’t earn until it ends.' })
  }
}
