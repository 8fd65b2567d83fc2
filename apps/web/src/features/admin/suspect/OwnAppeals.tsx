import { t } from '@lingui/core/macro'
import type { Appeal } from '@runnel/contract/suspect-schemas'
import { PageLink } from '#base/PageLink.tsx'
import { verdictName, verdictTone } from '#features/admin/appeal/verdict-labels.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'

/** What the account's person wrote about it, and what was answered. */
export const OwnAppeals = ({ appeals, username }: { appeals: readonly Appeal[]; username: string }) => {
  const isOpen = appeals.some(({ answeredAt }) => answeredAt === null)
  return (
    <Card
      title={t({ id: 'admin.suspect.appeals', message: 'Appeals' })}
      action={
        isOpen && (
          <Button as={PageLink} to="/app/admin/appeal" query={{ username }} size="small">
            {t({ id: 'admin.measure.answer', message: 'Reply' })}
          </Button>
        )
      }
    >
      <ul className="rows">
        {appeals.map(({ _id, message, createdAt, verdict, answer }) => (
          <li key={_id} className="grid gap-2 py-3">
            <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
              {verdict === null ? (
                <Badge tone="warn">{t({ id: 'admin.measure.open', message: 'Open' })}</Badge>
              ) : (
                <Badge tone={verdictTone[verdict]}>{verdictName(verdict)}</Badge>
              )}
              <RelativeTime iso={createdAt} />
            </p>
            <p className="break-words whitespace-pre-line" dir="auto">
              {message}
            </p>
            {answer !== null && (
              <p className="break-words whitespace-pre-line text-muted" dir="auto">
                {answer}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
