import { t } from '@lingui/core/macro'
import { classes } from './classes.ts'

/** Keeps the room of what is coming; give it the height of the real thing so that nothing jumps. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span className={classes('skeleton', className)} aria-hidden="true" />
}

export function SkeletonText({ lines = 3 }: { lines?: number }) {
  return (
    <div role="status" aria-label={t({ id: 'ui.loading', message: 'Loading' })} className="grid gap-2">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={line === lines - 1 ? 'w-3/5' : undefined} />
      ))}
    </div>
  )
}
