import { formatDateTime, formatRelative } from './format.ts'
import { useNow } from './use-now.ts'

const renewMs = 30_000

/** '3 minutes ago', kept fresh; the exact time on pointing at it. */
export const RelativeTime = ({ iso, className }: { iso: string; className?: string }) => {
  const now = useNow(renewMs)
  return (
    <time dateTime={iso} title={formatDateTime(iso)} className={className}>
      {formatRelative({ iso, now })}
    </time>
  )
}
