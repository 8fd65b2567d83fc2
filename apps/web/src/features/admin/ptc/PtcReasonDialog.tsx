import { plural, t } from '@lingui/core/macro'
import { adminPtc as contract } from '@runnel/contract/admin/ptc'
import { ReasonDialog, type Outcome } from '#base/ReasonDialog.tsx'
import { unitsText } from '#ui/Amount.tsx'
import type { OpenPtcDecision, PtcDecisionState } from './use-ptc-decision.ts'

/** Why a campaign is paused or rejected; the owner reads it. */
export const PtcReasonDialog = ({
  deciding: { open, change, changeMany, close, done },
}: {
  deciding: PtcDecisionState
}) => {
  const send = (reason: string, outcome: Outcome) => {
    const [first, ...others] = open?.campaigns ?? []
    if (!open || !first) return
    const status = open.kind === 'reject' ? 'rejected' : 'paused'
    if (others.length > 0) changeMany.mutate({ campaigns: open.campaigns, status: 'rejected', reason }, outcome)
    else change.mutate({ id: first._id, status, reason }, outcome)
  }
  return (
    <ReasonDialog
      open={open !== null}
      onClose={close}
      onDone={done}
      title={open && titleOf(open)}
      submitLabel={
        open?.kind === 'pause'
          ? t({ id: 'admin.ptc.pause.yes', message: 'Pause' })
          : t({ id: 'admin.ptc.yes', message: 'Reject and refund' })
      }
      danger
      busy={change.isPending || changeMany.isPending}
      rule={contract.editPtc.body.shape.reason}
      suggestions={suggestions()}
      onSend={send}
    >
      {open && <p>{textOf(open)}</p>}
    </ReasonDialog>
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
