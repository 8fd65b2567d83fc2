import { plural, t } from '@lingui/core/macro'
import { adminPtc as contract } from '@runnel/contract/admin/ptc'
import { useContractForm } from '#base/contract-form.ts'
import { unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { idsOf, type OpenPtcDecision, type PtcDecisionState } from './use-ptc-decision.ts'

/** Why a campaign is paused or rejected; the owner reads it. */
export const PtcReasonDialog = ({
  deciding: { open, change, changeMany, close, done },
}: {
  deciding: PtcDecisionState
}) => {
  const form = useContractForm({
    schema: contract.editPtc.body,
    rest: { status: 'rejected' },
    initialValues: { reason: '' },
    sentences: () => ({
      reason: t({ id: 'admin.reason.wrong', message: 'Enter a reason of 3 to 300 characters. The user will see it.' }),
    }),
  })
  const leave = (how: () => void) => () => {
    how()
    form.reset()
  }
  const send = ({ reason }: { reason: string }) => {
    if (!open) return
    const after = { onSuccess: leave(done), onError: form.refused }
    const [first] = open.campaigns
    const status = open.kind === 'reject' ? 'rejected' : 'paused'
    if (open.campaigns.length > 1) changeMany.mutate({ ids: idsOf(open.campaigns), status: 'rejected', reason }, after)
    else if (first) change.mutate({ id: first._id, status, reason }, after)
  }
  return (
    <Dialog
      open={open !== null}
      onClose={leave(close)}
      title={open && titleOf(open)}
      actions={
        <>
          <Button onClick={leave(close)}>{t({ id: 'ui.cancel', message: 'Cancel' })}</Button>
          <Button type="submit" form={form.id} variant="danger" busy={change.isPending || changeMany.isPending}>
            {open?.kind === 'pause'
              ? t({ id: 'admin.ptc.pause.yes', message: 'Pause' })
              : t({ id: 'admin.reject.yes', message: 'Reject and refund' })}
          </Button>
        </>
      }
    >
      <form id={form.id} className="form" noValidate onSubmit={form.onSubmit(send)}>
        {open && <p>{textOf(open)}</p>}
        <TextInput
          label={t({ id: 'admin.reason', message: 'Reason' })}
          hint={t({ id: 'admin.reason.hint', message: 'The user will see this.' })}
          maxLength={300}
          autoComplete="off"
          {...form.getInputProps('reason')}
        />
        <div className="flex flex-wrap gap-2">
          {suggestions().map((reason) => (
            <Button
              key={reason}
              size="small"
              className="text-start"
              onClick={() => form.setFieldValue('reason', reason)}
            >
              {reason}
            </Button>
          ))}
        </div>
      </form>
    </Dialog>
  )
}

const titleOf = ({ kind, campaigns }: OpenPtcDecision): string => {
  if (campaigns.length > 1) {
    return t({
      id: 'admin.ptc.rejectMany.title',
      message: plural(campaigns.length, { one: 'Reject # campaign', other: 'Reject # campaigns' }),
    })
  }
  if (kind === 'pause') return t({ id: 'admin.ptc.pause.title', message: 'Pause campaign' })
  return t({ id: 'admin.ptc.reject.title', message: 'Reject campaign' })
}

const textOf = ({ kind, campaigns }: OpenPtcDecision): string => {
  const back = unitsText(campaigns.reduce((sum, { escrow }) => sum + escrow, 0))
  const title = campaigns.map((campaign) => campaign.title).join(', ')
  if (kind === 'pause') {
    return t({
      id: 'admin.ptc.pause.text',
      message: `${title}: hidden until it is approved again. Its budget stays in escrow.`,
    })
  }
  return t({
    id: 'admin.ptc.reject.text',
    message: `${title}: the unused budget of ${back} will be refunded to the advertiser.`,
  })
}

const suggestions = (): string[] => [
  t({ id: 'admin.ptc.reason.broken', message: 'The page doesn’t load.' }),
  t({ id: 'admin.ptc.reason.frame', message: 'The page redirects users away from this site.' }),
  t({ id: 'admin.ptc.reason.content', message: 'This content isn’t allowed here.' }),
  t({ id: 'admin.ptc.reason.words', message: 'The title and description don’t match the content.' }),
]
