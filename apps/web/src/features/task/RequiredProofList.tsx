import { t } from '@lingui/core/macro'
import type { RequiredProof } from '@runnel/contract/task/schemas'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { proofKindName } from './labels.ts'

/** What has to be shown, before anybody starts. */
export function RequiredProofList({ proofs }: { proofs: readonly RequiredProof[] }) {
  return (
    <Card title={t({ id: 'task.toProve', message: 'Required proof' })}>
      <ol className="rows">
        {proofs.map(({ kind, label, required }, index) => (
          <li key={`${index} ${label}`} className="flex items-start justify-between gap-4 py-2.5">
            <span className="min-w-0 break-words">
              {label}
              {!required && <span className="text-muted"> {t({ id: 'ui.optional', message: '(optional)' })}</span>}
            </span>
            <Badge>{proofKindName(kind)}</Badge>
          </li>
        ))}
      </ol>
    </Card>
  )
}
