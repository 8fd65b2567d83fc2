import { t } from '@lingui/core/macro'
import type { Webhook } from '@runnel/contract/account/webhook'
import { eventsFor, type WebhookAudience, type WebhookEvent } from '@runnel/contract/account/webhook-events'
import { useMutation } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { useCheckedForm } from '#base/contract-form.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { FormDialog } from '#ui/overlay/FormDialog.tsx'
import { eventLabel, webhook } from './webhook.ts'

interface WebhookDialogProps {
  audience: WebhookAudience
  /** Without one it adds another. */
  row?: Webhook
  open: boolean
  onClose: () => void
  onSecret: (secret: string) => void
}

interface Values extends Record<string, unknown> {
  url: string
  description: string
  events: WebhookEvent[]
}

export const WebhookDialog = ({ audience, row, open, onClose, onSecret }: WebhookDialogProps) => {
  const form = useCheckedForm<Values>({ initialValues: valuesOf(audience, row), validate: errorsOf })
  const close = form.resetAfter(onClose)
  const save = useMutation({
    mutationFn: async (values: Values) => {
      if (row !== undefined) return webhook.calls.change({ params: { id: row._id }, body: values })
      const { secret } = await webhook.calls.create({ body: { audience, ...values } })
      return onSecret(secret)
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: webhook.keyOf('list') })
      close()
    },
    onError: form.refused,
  })
  const { events } = form.values
  const choose = (event: WebhookEvent, chosen: boolean) =>
    form.setFieldValue('events', chosen ? [...events, event] : events.filter((each) => each !== event))
  const offered = eventsFor(audience)
  return (
    <FormDialog
      id={form.id}
      open={open}
      onClose={close}
      title={
        row === undefined
          ? t({ id: 'webhook.create', message: 'Add webhook' })
          : t({ id: 'webhook.edit', message: 'Edit webhook' })
      }
      submitLabel={t({ id: 'webhook.save', message: 'Save webhook' })}
      busy={save.isPending}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput
        label={t({ id: 'webhook.url', message: 'Endpoint URL' })}
        hint={t({ id: 'webhook.url.hint', message: 'Example: https://api.example.com/hook' })}
        inputMode="url"
        required
        maxLength={1_000}
        {...form.getInputProps('url')}
      />
      <TextInput
        label={t({ id: 'webhook.description', message: 'Description' })}
        hint={t({ id: 'webhook.description.hint', message: 'Optional, for your own list.' })}
        maxLength={60}
        {...form.getInputProps('description')}
      />
      <fieldset className="grid">
        <legend className="field-label">{t({ id: 'webhook.events', message: 'Events' })}</legend>
        {offered.map((event, index) => (
          <Checkbox
            key={event}
            name="events"
            label={eventLabel(event)}
            checked={events.includes(event)}
            error={index === offered.length - 1 ? form.errors['events'] : undefined}
            onChecked={(chosen) => choose(event, chosen)}
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}

const valuesOf = (audience: WebhookAudience, row: Webhook | undefined): Values => ({
  url: row?.url ?? '',
  description: row?.description ?? '',
  events: [...(row?.events ?? eventsFor(audience))],
})

const errorsOf = ({ url, events }: Values): Record<string, string> => ({
  ...(url.trim() === '' && { url: t({ id: 'webhook.url.missing', message: 'Enter a URL.' }) }),
  ...(events.length === 0 && { events: t({ id: 'webhook.events.missing', message: 'Select at least one event.' }) }),
})
