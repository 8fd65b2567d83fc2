import { t } from '@lingui/core/macro'
import { adminOutflow as contract } from '@runnel/contract/admin/outflow'
import { OutflowSource } from '@runnel/contract/outflow'
import { useId, useState, type SyntheticEvent } from 'react'
import * as z from 'zod/mini'
import { fieldErrors } from '#api/failure.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { TextArea } from '#ui/form/TextArea.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import type { OutflowActs, StopCall } from './outflow.ts'
import { sourceName } from './source-name.ts'

/** What was pressed: one source, or none yet. */
export interface StopTarget {
  source: OutflowSource | null
}

interface StopDialogProps {
  stopping: StopTarget | null
  stop: OutflowActs['stop']
  onClose: () => void
}

/** Stops sources and payouts at once, because the owner has seen something that the limits have not. */
export const StopDialog = ({ stopping, stop, onClose }: StopDialogProps) => {
  const id = useId()
  return (
    <Dialog
      open={stopping !== null}
      onClose={onClose}
      title={t({ id: 'admin.stop.title', message: 'Stop payments' })}
      actions={
        <>
          <Button onClick={onClose}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
          <Button type="submit" form={id} variant="danger" busy={stop.isPending}>
            {t({ id: 'admin.stop.yes', message: 'Stop now' })}
          </Button>
        </>
      }
    >
      {stopping && <StopForm id={id} first={stopping.source} stop={stop} onDone={onClose} />}
    </Dialog>
  )
}

interface StopFormProps {
  id: string
  first: OutflowSource | null
  stop: OutflowActs['stop']
  onDone: () => void
}

const StopForm = ({ id, first, stop, onDone }: StopFormProps) => {
  const [body, setBody] = useState<StopCall>({ sources: first ? [first] : [], payouts: false, reason: '' })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const set = (part: Partial<StopCall>) => setBody((known) => ({ ...known, ...part }))
  const choose = (source: OutflowSource, isChosen: boolean) =>
    set({ sources: isChosen ? [...body.sources, source] : body.sources.filter((known) => known !== source) })
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    const wrong = wrongIn(body)
    setErrors(wrong)
    if (Object.keys(wrong).length === 0) {
      stop.mutate(body, { onSuccess: onDone, onError: (error) => setErrors(fieldErrors(error)) })
    }
  }
  return (
    <form id={id} className="form" noValidate onSubmit={send}>
      <fieldset>
        <legend className="field-label">{t({ id: 'admin.stop.sources', message: 'Sources to stop' })}</legend>
        <div className="grid grid-cols-2 gap-x-4">
          {OutflowSource.options.map((source) => (
            <Checkbox
              key={source}
              label={sourceName(source)}
              checked={body.sources.includes(source)}
              onChecked={(isChosen) => choose(source, isChosen)}
            />
          ))}
        </div>
        {errors['sources'] && <FieldError id={`${id}-sources`}>{errors['sources']}</FieldError>}
      </fieldset>
      <Switch
        label={t({ id: 'admin.stop.payouts', message: 'Stop payouts too' })}
        hint={t({
          id: 'admin.stop.payouts.hint',
          message: 'Users can still request withdrawals. Nothing is sent until you resume.',
        })}
        checked={body.payouts}
        onChecked={(payouts) => set({ payouts })}
      />
      <TextArea
        label={t({ id: 'admin.stop.reason', message: 'Reason' })}
        hint={t({
          id: 'admin.stop.reason.hint',
          message: 'For admins only. Users just see that it’s being checked.',
        })}
        maxLength={300}
        value={body.reason}
        error={errors['reason']}
        onChange={(event) => set({ reason: event.currentTarget.value })}
      />
    </form>
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
