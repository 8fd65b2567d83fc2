import { t } from '@lingui/core/macro'
import { AdKind } from '@runnel/contract/advertise'
import { newIdempotencyKey } from '#api/attempt.ts'
import { useAttempt } from '#api/use-attempt.ts'
import { advertise, applyCreated, type CreateCall, type Campaigns } from '#features/advertise/advertise.ts'
import { KindDrop } from '#features/advertise/KindDrop.tsx'
import { secondsName, kindName } from '#features/advertise/labels.ts'
import { Price, shortText } from '#features/advertise/Price.tsx'
import { Unsent } from '#features/advertise/Unsent.tsx'
import { ViewsField } from '#features/advertise/ViewsField.tsx'
import { CreateOrder } from '#features/escrow-order/escrow-order.ts'
import { unitsText } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { toastError } from '#ui/overlay/toast.ts'
import { AddressField } from './AddressField.tsx'
import { useCampaignForm, type CampaignForm } from './create-form.ts'
import { KindCards } from './KindCards.tsx'
import { Targeting } from './Targeting.tsx'
import { TitleFields } from './TitleFields.tsx'

interface CreateCardProps {
  offer: Pick<Campaigns, 'options' | 'minViews' | 'depositBalance'>
  onDone: () => void
  /** Undefined while there is nothing else on the page to go back to. */
  onCancel: (() => void) | undefined
}

/** One calm form from what viewers see to what it costs; the price stands beside it all the time. */
export const CreateCard = ({ offer, onDone, onCancel }: CreateCardProps) => {
  const { options, minViews, depositBalance } = offer
  const campaign = useCampaignForm({ options, minViews })
  const { form, total } = campaign
  const creating = useAttempt({
    send: (call: CreateCall) => advertise.calls.create(call),
    onDone: (created) => {
      applyCreated(created)
      campaign.reset()
      onDone()
    },
    onRefused: form.refused,
  })
  const send = () => {
    const body = campaign.read()
    if (total !== null && total > depositBalance) toastError(shortText())
    else if (body) creating.send({ body, idempotencyKey: newIdempotencyKey() })
  }
  return (
    <CreateOrder
      title={t({ id: 'campaign.create', message: 'Create campaign' })}
      onCancel={onCancel}
      formId={form.id}
      onSubmit={form.onSubmit(send)}
      aside={
        <>
          <Shown campaign={campaign} />
          <Price
            price={campaign.option?.price}
            reward={campaign.option?.reward}
            total={total}
            depositBalance={depositBalance}
          />
        </>
      }
      attempt={creating}
      submitLabel={t({ id: 'campaign.create.send', message: 'Create and pay' })}
      unsent={<Unsent onAgain={creating.sendAgain} />}
      note={t({
        id: 'campaign.create.note',
        message: 'You pay only for verified views. Delete the campaign at any time to get the unused budget back.',
      })}
    >
      <Fields campaign={campaign} offer={offer} />
    </CreateOrder>
  )
}

interface FieldsProps {
  campaign: CampaignForm
  offer: CreateCardProps['offer']
}

const Fields = ({ campaign, offer: { options, minViews, depositBalance } }: FieldsProps) => {
  const { form, kind } = campaign
  const sold = AdKind.options.filter((known) => options.some((option) => option.kind === known))
  const timers = options.filter((option) => option.kind === kind).map(({ timer }) => timer)
  return (
    <div className="form">
      <KindCards kinds={sold} chosen={kind} onChoose={campaign.chooseKind} />
      <AddressField campaign={campaign} />
      <TitleFields
        title={form.getInputProps('title')}
        description={form.getInputProps('description')}
        written={form.values}
      />
      <Segmented
        label={t({ id: 'campaign.timer', message: 'View time' })}
        options={timers.toSorted((a, b) => a - b).map((timer) => ({ value: String(timer), label: secondsName(timer) }))}
        value={form.values.timer}
        onValue={(timer) => form.setFieldValue('timer', timer)}
      />
      <ViewsField
        field={form.getInputProps('views')}
        minViews={minViews}
        price={campaign.option?.price}
        depositBalance={depositBalance}
        onViews={(views) => form.setFieldValue('views', views)}
      />
      <Targeting campaign={campaign} />
    </div>
  )
}

const Shown = ({ campaign: { form, kind, option } }: { campaign: CampaignForm }) => {
  const { title, description, timer } = form.values
  return <Preview {...{ kind, title, description }} timer={Number(timer)} reward={option?.reward} />
}

interface PreviewProps {
  kind: AdKind
  title: string
  description: string
  timer: number
  reward: number | undefined
}

/** The ad as it will stand in a viewer's list. */
const Preview = ({ kind, title, description, timer, reward }: PreviewProps) => (
  <section aria-label={t({ id: 'campaign.preview', message: 'Preview' })}>
    <p className="mb-1.5 text-sm text-muted" aria-hidden="true">
      {t({ id: 'campaign.preview', message: 'Preview' })}
    </p>
    <div className="flex items-start gap-3 rounded-m border border-line bg-paper p-4">
      <KindDrop kind={kind} />
      <div className="grid min-w-0 grow gap-1">
        <p className="font-semibold break-words">
          {title.trim() || t({ id: 'campaign.preview.title', message: 'Your title' })}
        </p>
        <p className="text-sm break-words text-muted">
          {description.trim() || t({ id: 'campaign.preview.text', message: 'Your description' })}
        </p>
        <p className="flex flex-wrap gap-2 pt-1">
          {reward !== undefined && <Badge tone="money">{unitsText(reward)}</Badge>}
          <Badge>{secondsName(timer)}</Badge>
          <Badge>{kindName(kind)}</Badge>
        </p>
      </div>
    </div>
  </section>
)
