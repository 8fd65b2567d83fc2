import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { ReportReason } from '@runnel/contract/earn/ptc'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { RadioGroup } from '#ui/form/RadioGroup.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
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
    <Dialog
      open={open}
      onClose={onClose}
      title={t({ id: 'ptc.report.title', message: 'Report this ad' })}
      actions={
        <>
          <Button onClick={onClose}>{t({ id: 'ptc.report.cancel', message: 'Cancel' })}</Button>
          <Button variant="danger" busy={report.isPending} onClick={() => report.mutate()}>
            {t({ id: 'ptc.report.send', message: 'Report' })}
          </Button>
        </>
      }
    >
      <RadioGroup
        label={t({ id: 'ptc.report.reason', message: 'What’s wrong with this ad?' })}
        options={ReportReason.options.map((value) => ({ value, label: i18n._(reasonText[value]) }))}
        value={reason}
        onValue={(value) => setReason(ReportReason.parse(value))}
      />
    </Dialog>
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
