import { t } from '@lingui/core/macro'
import { advertise as contract, VIEWS_MAX, type Campaign } from '@runnel/contract/advertise'
import type { Call } from '@runnel/contract/route'
import * as z from 'zod/mini'
import { newIdempotencyKey } from '#api/attempt.ts'
import { useAttempt } from '#api/use-attempt.ts'
import { useContractForm } from '#base/contract-form.ts'
import { numberField } from '#base/number-field.ts'
import { unitsFromText } from '#ui/form/amount-text.ts'
import { formatNumber } from '#ui/format.ts'
import { FormDialog } from '#ui/overlay/FormDialog.tsx'
import { toastError } from '#ui/overlay/toast.ts'
import { advertise, applyBalance, applyChanged } from './advertise.ts'
import { Price, shortText } from './Price.tsx'
import { Unsent } from './Unsent.tsx'
import { ViewsField } from './ViewsField.tsx'

interface ViewsDialogProps {
  campaign: Campaign
  minViews: number
  depositBalance: number
  open: boolean
  onClose: () => void
}

/** More views at the campaign's own price. */
export const ViewsDialog = ({ campaign, minViews, depositBalance, open, onClose }: ViewsDialogProps) => {
  const { _id: id, price, reward, title } = campaign
  const form = useViewsForm(minViews)
  const views = unitsFromText(form.values.views)
  const total = views === null ? null : views * price
  const adding = useAttempt({
    send: (call: Call<typeof contract.addView>) => advertise.calls.addView(call),
    onDone: (answer) => {
      applyChanged(answer.campaign)
      applyBalance(answer.depositBalance)
      form.reset()
      onClose()
    },
    onRefused: form.refused,
    isShown: open,
  })
  const leave = () => {
    if (!adding.isUnsent && !adding.isSending) form.reset()
    adding.reset()
    onClose()
  }
  const send = () => {
    if (total !== null && total > depositBalance) toastError(shortText())
    else if (views !== null) adding.send({ params: { id }, body: { views }, idempotencyKey: newIdempotencyKey() })
  }
  return (
    <FormDialog
      id={form.id}
      open={open}
      onClose={leave}
      title={t({ id: 'campaign.addViews.title', message: `Add views to ${title}` })}
      submitLabel={t({ id: 'campaign.addViews.send', message: 'Add and pay' })}
      busy={adding.isSending}
      disabled={adding.isUnsent}
      onSubmit={form.onSubmit(send)}
    >
      <ViewsField
        field={form.getInputProps('views')}
        {...{ minViews, price, depositBalance }}
        onViews={(typed) => form.setFieldValue('views', typed)}
      />
      <Price {...{ price, reward, total, depositBalance }} />
      {adding.isUnsent && <Unsent onAgain={adding.sendAgain} />}
    </FormDialog>
  )
}

const useViewsForm = (minViews: number) => {
  const [least, most] = [formatNumber(minViews), formatNumber(VIEWS_MAX)]
  const rule = contract.addView.body.shape.views.check(z.minimum(minViews))
  return useContractForm({
    schema: z.object({
      views: numberField(rule),
    }),
    initialValues: { views: String(minViews) },
    sentences: () => ({
      views: t({ id: 'campaign.views.wrong', message: `Enter ${least} to ${most} views.` }),
    }),
  })
}
