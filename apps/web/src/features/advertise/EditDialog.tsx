import { t } from '@lingui/core/macro'
import { advertise as contract, DESCRIPTION_MAX, TITLE_MAX, type Campaign } from '@runnel/contract/advertise'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useContractForm } from '#base/contract-form.ts'
import { TitleFields } from '#features/advertise/create/TitleFields.tsx'
import { FormDialog } from '#ui/overlay/FormDialog.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { advertise, applyChanged } from './advertise.ts'

interface EditDialogProps {
  campaign: Campaign
  open: boolean
  onClose: () => void
}

const { title, description } = contract.create.body.shape
const schema = z.object({ title, description })

/** Other words for a campaign; a person looks at them before anybody sees them. */
export const EditDialog = ({ campaign, open, onClose }: EditDialogProps) => {
  const { _id: id, status } = campaign
  const form = useContractForm({
    schema,
    initialValues: { title: campaign.title, description: campaign.description },
    sentences: () => ({
      title: t({ id: 'campaign.title.wrong', message: `Enter a title of 3 to ${TITLE_MAX} characters.` }),
      description: t({
        id: 'campaign.description.wrong',
        message: `Enter at most ${DESCRIPTION_MAX} characters in one line.`,
      }),
    }),
  })
  const save = useMutation({
    mutationFn: (body: z.infer<typeof schema>) => advertise.calls.edit({ params: { id }, body }),
    onSuccess: (answer) => {
      applyChanged(answer.campaign)
      onClose()
    },
    onError: form.refused,
  })
  const send = () => {
    const parsed = schema.safeParse(form.values)
    if (parsed.success) save.mutate(parsed.data)
  }
  const leave = () => {
    // What the campaign says now, which is not what it said when the page was opened.
    form.setFieldValue('title', campaign.title)
    form.setFieldValue('description', campaign.description)
    onClose()
  }
  return (
    <FormDialog
      id={form.id}
      open={open}
      onClose={leave}
      title={t({ id: 'campaign.edit.title', message: 'Edit title and description' })}
      submitLabel={t({ id: 'campaign.edit.save', message: 'Save changes' })}
      busy={save.isPending}
      onSubmit={form.onSubmit(send)}
    >
      {status !== 'pending' && (
        <Alert tone="warn">
          {t({
            id: 'campaign.edit.review',
            message: 'Changes are reviewed before the campaign runs again. It is paused until then.',
          })}
        </Alert>
      )}
      <TitleFields
        title={form.getInputProps('title')}
        description={form.getInputProps('description')}
        written={form.values}
      />
    </FormDialog>
  )
}
