import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { reportName } from '#features/advertise/advertise.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { AdminCampaign } from './ptc.ts'

/** What the server found at the address, and what viewers say. */
export const PtcPageCheck = ({ campaign: { look, reportReasons, reason } }: { campaign: AdminCampaign }) => (
  <span className="grid max-w-72 gap-1.5 text-sm">
    {look ? (
      <span className={look.ok ? 'flex gap-2 text-muted' : 'flex gap-2 text-bad'}>
        {look.ok ? (
          <IconCircleCheck className={iconLook} aria-hidden="true" />
        ) : (
          <IconAlertTriangle className={iconLook} aria-hidden="true" />
        )}
        <span>
          {look.sentence} <RelativeTime iso={look.at} className="text-muted" />
        </span>
      </span>
    ) : (
      <span className="text-muted">{t({ id: 'admin.ptc.look.none', message: 'Not checked yet' })}</span>
    )}
    {reportReasons.map(({ reason: kind, count }) => (
      <span key={kind} className="font-semibold text-bad">
        {reportText(kind, count)}
      </span>
    ))}
    {reason && (
      <span className="text-muted">
        <Trans id="admin.ptc.told">Reason sent: {reason}</Trans>
      </span>
    )}
  </span>
)

const iconLook = 'size-5 shrink-0'

const reportText = (kind: string, count: number): string => {
  const name = reportName(kind)
  return t({
    id: 'admin.ptc.report',
    message: plural(count, { one: `# report: ${name}`, other: `# reports: ${name}` }),
  })
}
