import { t } from '@lingui/core/macro'
import { IconArrowBack, IconCheck, IconX } from '@tabler/icons-react'
import { Button } from '#ui/Button.tsx'
import { formatNumber } from '#ui/format.ts'
import type { ReviewDecision } from './use-review.ts'

interface ReviewActionsProps {
  verdicts: readonly ReviewDecision[]
  /** How many are chosen; 0 decides about the one that is shown. */
  chosen: number
  isBusy: boolean
  onVerdict: (verdict: ReviewDecision) => void
  onClear: () => void
}

/** The three answers to a proof, always in the same place, so that one can go through many. */
export const ReviewActions = ({ verdicts, chosen, isBusy, onVerdict, onClear }: ReviewActionsProps) => {
  if (verdicts.length === 0) return null
  const count = chosen > 0 ? ` ${formatNumber(chosen)}` : ''
  return (
    <div role="group" aria-label={t({ id: 'task.verdict', message: 'Decision' })} className={barLook}>
      <Button
        variant="primary"
        className="grow"
        busy={isBusy}
        aria-keyshortcuts="A"
        icon={<IconCheck aria-hidden="true" />}
        onClick={() => onVerdict('accept')}
      >
        {t({ id: 'task.accept', message: `Accept${count}` })}
      </Button>
      <Button
        className="grow"
        disabled={!verdicts.includes('revision')}
        aria-keyshortcuts="R"
        icon={<IconArrowBack aria-hidden="true" />}
        onClick={() => onVerdict('revision')}
      >
        {t({ id: 'task.revision', message: `Revision${count}` })}
      </Button>
      <Button
        variant="danger-soft"
        className="grow"
        aria-keyshortcuts="D"
        icon={<IconX aria-hidden="true" />}
        onClick={() => onVerdict('deny')}
      >
        {t({ id: 'task.denyShort', message: `Deny${count}` })}
      </Button>
      {chosen > 0 && (
        <Button variant="quiet" size="small" onClick={onClear}>
          {t({ id: 'task.clear', message: 'Clear selection' })}
        </Button>
      )}
    </div>
  )
}

const barLook = [
  'flex flex-wrap items-center gap-2 rounded-l border border-line bg-surface p-3',
  '[box-shadow:var(--lift-2)]',
].join(' ')
