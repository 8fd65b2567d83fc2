import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { ReportReason } from '@runnel/contract/earn/ptc'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { RadioGroup } from '#ui/form/RadioGroup.tsx'
import { FormDialog } from '#ui/overlay/FormDialog.tsx'
import { ptc } from './ptc.ts'

interface ReportDialogProps {
  adId: string
  open: boolean
  onClose: () => void
}

/** Tells the site's people that something is wrong with an ad; it costs the viewer nothing. */
export const ReportDialog = ({ adId, open, onClose }: ReportDialogProps) => {
  const [reason, setReason] = useState<ReportReason>('broken')
  const report = useMutation({
    mutationFn: () => ptc.calls.report({ params: { id: adId }, body: { reason } }),
    onSuccess: onClose,
    networkMode: 'always',
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t({ id: 'ptc.report.title', message: 'Report this ad' })}
      submitLabel={t({ id: 'ptc.report.send', message: 'Report' })}
      danger
      busy={report.isPending}
      onSubmit={() => report.mutate()}
    >
      <RadioGroup
        label={t({ id: 'ptc.report.reason', message: 'What’s wrong with this ad?' })}
        options={ReportReason.options.map((value) => ({ value, label: i18n._(reasonText[value]) }))}
        value={reason}
        onValue={(value) => setReason(ReportReason.parse(value))}
      />
    </FormDialog>
  )
}

const reasonText: Record<ReportReason, MessageDescriptor> = {
  broken: msg({ id: 'ptc.report.broken', message: 'Doesn’t load' }),
  malware: msg({ id: 'ptc.report.malware', message: 'Tries to install something' }),
  adult: msg({ id: 'ptc.report.adult', message: 'Adult content' }),
  fraud: msg({ id: 'ptc.report.fraud', message: 'Scam or phishing' }),
  'frame-break': msg({ id: 'ptc.report.frame', message: 'Tries to leave the frame' }),
  other: msg({ id: 'ptc.report.other', message: 'Other' }),
}
