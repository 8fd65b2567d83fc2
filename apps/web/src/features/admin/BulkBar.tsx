import { plural, t } from '@lingui/core/macro'
import type { AdminWithdrawal } from '@runnel/contract/admin'
import { Button } from '#ui/Button.tsx'
import { sumInWords } from './use-deciding.ts'
import type { Deciding } from './use-deciding.ts'

interface BulkBarProps {
  chosen: AdminWithdrawal[]
  deciding: Deciding
  onClear: () => void
}

/** What is chosen and what can be done with all of it; it stays in sight while the list scrolls. */
export function BulkBar({ chosen, deciding, onClear }: BulkBarProps) {
  const inReview = chosen.filter(({ status }) => status === 'review')
  const sum = sumInWords(chosen)
  const { approve } = deciding.decisions
  return (
    <div role="region" aria-label={t({ id: 'admin.bulk', message: 'Chosen withdrawals' })} className={barLook}>
      <div className="flex grow items-center justify-between gap-2">
        <p className="font-semibold" aria-live="polite">
          {chosen.length > 0 &&
            t({
              id: 'admin.bulk.chosen',
              message: plural(chosen.length, { one: `# chosen: ${sum}`, other: `# chosen: ${sum}` }),
            })}
        </p>
        {chosen.length > 0 && (
          <Button variant="quiet" size="small" onClick={onClear}>
            {t({ id: 'admin.bulk.clear', message: 'Choose none' })}
          </Button>
        )}
      </div>
      {chosen.length > 0 && (
        <>
          <Button variant="danger-soft" className="max-sm:grow" onClick={() => deciding.begin('reject', chosen)}>
            {t({ id: 'admin.bulk.reject', message: 'Reject' })}
          </Button>
          {inReview.length > 0 && (
            <Button
              variant="primary"
              className="max-sm:grow"
              busy={approve.isPending}
              onClick={() => deciding.begin('approve', inReview)}
            >
              {t({
                id: 'admin.bulk.approve',
                message: plural(inReview.length, { one: 'Approve #', other: 'Approve #' }),
              })}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

const barLook = [
  'sticky bottom-3 z-10 flex flex-wrap items-center justify-end gap-2 rounded-l border border-line bg-surface',
  'p-3 [box-shadow:var(--lift-2)] has-[p:empty]:hidden max-lg:bottom-20',
].join(' ')
