import { t } from '@lingui/core/macro'
import type { ClosedSource } from '@runnel/contract/outflow'
import { Alert } from '#ui/state/Alert.tsx'
import { useUntil } from '#ui/until.ts'

/** Says before anybody spends effort that something pays nothing right now, why, and when it opens again. */
export const ClosedNote = ({ closed }: { closed: ClosedSource | null | undefined }) => {
  if (!closed) return null
  const { code, msg, resetsAt } = closed
  return (
    <Alert
      tone="warn"
      title={
        code === 'BUDGET_USED_UP'
          ? t({ id: 'closed.budget', message: 'Daily limit reached' })
          : t({ id: 'closed.paused', message: 'Temporarily paused' })
      }
    >
      <p>{msg}</p>
      {resetsAt && <Opens at={resetsAt} />}
    </Alert>
  )
}

const Opens = ({ at }: { at: string }) => {
  const left = useUntil(at)
  return <p className="figures font-medium">{t({ id: 'closed.opens', message: `Available again ${left}.` })}</p>
}
