import { t } from '@lingui/core/macro'
import { adminReport as contract } from '@runnel/contract/admin/report'
import { ReasonDialog } from '#base/ReasonDialog.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { CopyButton } from '#ui/copy/CopyButton.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { useAnswerReport, type RewardReport } from './reports.ts'

export interface Answering {
  row: RewardReport
  state: 'passed' | 'declined'
}

/** Declines a report with words for the member, or shows the email for the vendor and notes that it was sent. */
export const ReportAnswer = ({ answering, onClose }: { answering: Answering | undefined; onClose: () => void }) => {
  const send = useAnswerReport()
  const isPassed = answering?.state === 'passed'
  return (
    <ReasonDialog
      key={answering && `${answering.row._id} ${answering.state}`}
      open={answering !== undefined}
      title={
        isPassed
          ? t({ id: 'admin.report.pass.title', message: 'Pass to vendor' })
          : t({ id: 'admin.report.decline.title', message: 'Decline report' })
      }
      submitLabel={
        isPassed
          ? t({ id: 'admin.report.pass.done', message: 'Mark as passed' })
          : t({ id: 'admin.report.decline', message: 'Decline' })
      }
      danger={!isPassed}
      busy={send.isPending}
      optional={isPassed}
      rule={contract.answerReport.body.shape.answer}
      label={t({ id: 'admin.report.answer', message: 'Answer' })}
      hint={t({ id: 'admin.report.answer.hint', message: 'Shown to the user.' })}
      isLong
      maxLength={500}
      onSend={(answer, outcome) => answering && send.mutate({ ...answering, answer }, outcome)}
      onClose={onClose}
    >
      {answering && isPassed && <VendorMail row={answering.row} />}
    </ReasonDialog>
  )
}

const VendorMail = ({ row: { mail } }: { row: RewardReport }) => {
  const { to, subject, text } = mail
  if (to === '') {
    return (
      <Alert tone="warn">
        {t({ id: 'admin.report.noEmail', message: 'Enter the support email in the offerwall’s settings first.' })}
      </Alert>
    )
  }
  const [address, about, body] = [to, subject, text].map(encodeURIComponent)
  return (
    <div className="card card-sunken grid min-w-0 gap-2 p-4">
      <p className="font-semibold wrap-anywhere">{to}</p>
      <p className="text-sm wrap-anywhere">{subject}</p>
      <pre className="text-xs whitespace-pre-wrap wrap-anywhere">{text}</pre>
      <div className="flex flex-wrap gap-3">
        <a className={buttonClass({ variant: 'primary' })} href={`mailto:${address}?subject=${about}&body=${body}`}>
          {t({ id: 'admin.report.mail', message: 'Open email' })}
        </a>
        <CopyButton text={text} label={t({ id: 'admin.report.copy', message: 'Copy text' })} />
      </div>
    </div>
  )
}
