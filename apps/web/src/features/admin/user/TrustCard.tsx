import { t } from '@lingui/core/macro'
import { adminUserActs as contract } from '@runnel/contract/admin/user-acts'
import { TRUST_GRANTS_MAX } from '@runnel/contract/check/trust'
import { useState } from 'react'
import { ReasonDialog } from '#base/ReasonDialog.tsx'
import { trustLevelName } from '#features/admin/shared/trust-level.ts'
import { needText, progressText } from '#features/trust/trust.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import type { UserActs } from './user-actions.ts'
import type { AdminUserDetail } from './users.ts'

interface TrustCardProps {
  detail: AdminUserDetail
  trust: UserActs['trust']
}

/** How far the account is trusted, what is missing for the next level, and what reviewers have granted. */
export const TrustCard = ({ detail: { trust: state }, trust }: TrustCardProps) => {
  const [wanted, setWanted] = useState<number | null>(null)
  const { level, next, grants } = state
  const most = TRUST_GRANTS_MAX
  const isLess = wanted !== null && wanted < grants
  const title = isLess
    ? t({ id: 'admin.trust.revoke', message: 'Revoke grant' })
    : t({ id: 'admin.trust.grant', message: 'Grant level' })
  return (
    <Card title={t({ id: 'admin.trust', message: 'Trust level' })} action={<Badge>{trustLevelName(level)}</Badge>}>
      <ul className="rows">
        {next.map(({ need, have, wanted: all }) => (
          <li key={need} className="flex flex-wrap justify-between gap-x-3 py-2">
            <span>{needText(need).label}</span>
            <span className="figures text-muted">{progressText({ have, wanted: all })}</span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-2 pt-3">
        <p className="text-sm text-muted">
          {t({ id: 'admin.trust.grants', message: `Granted levels: ${grants} of ${most}` })}
        </p>
        <div className="flex flex-wrap gap-2">
          {grants > 0 && (
            <Button size="small" onClick={() => setWanted(grants - 1)}>
              {t({ id: 'admin.trust.revoke', message: 'Revoke grant' })}
            </Button>
          )}
          {grants < most && (
            <Button size="small" onClick={() => setWanted(grants + 1)}>
              {t({ id: 'admin.trust.grant', message: 'Grant level' })}
            </Button>
          )}
        </div>
      </div>
      <ReasonDialog
        open={wanted !== null}
        title={title}
        hint={t({ id: 'admin.dropTwoStep.hint', message: 'Recorded in the audit log.' })}
        submitLabel={title}
        danger={isLess}
        busy={trust.isPending}
        rule={contract.trustUser.body.shape.reason}
        onClose={() => setWanted(null)}
        onSend={(reason, outcome) => trust.mutate({ grants: wanted ?? grants, reason }, outcome)}
      >
        <p>
          {t({
            id: 'admin.trust.text',
            message: 'A grant replaces the earnings that a level asks for. It changes only how often captchas come.',
          })}
        </p>
      </ReasonDialog>
    </Card>
  )
}
