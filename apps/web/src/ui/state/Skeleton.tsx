import { t } from '@lingui/core/macro'
import { classes } from '#ui/classes.ts'

interface SkeletonProps {
  /** In steps of a quarter rem, as in the utilities; without it a line of text. */
  height?: number | undefined
  width?: string | undefined
  className?: string | undefined
}

/**
 * Reserves the space of what is loading; give it the height of the real thing so that nothing jumps. Its size stands in
 * the element, because hardly two have the same and each would be a class that every page loads.
 */
export const Skeleton = ({ height, width, className }: SkeletonProps) => {
  const style = { width, ...(height !== undefined && { height: `${height / 4}rem` }) }
  return <span className={classes('skeleton', className)} style={style} aria-hidden="true" />
}

interface SkeletonsProps {
  heights: readonly number[]
  className?: string
}

/** The space of several blocks, by default below each other. */
export const Skeletons = ({ heights, className = 'grid gap-4' }: SkeletonsProps) => (
  <div role="status" aria-label={t({ id: 'ui.loading', message: 'Loading' })} className={className}>
    {heights.map((height, place) => (
      <Skeleton key={`${place} ${height}`} height={height} className="rounded-l" />
    ))}
  </div>
)

export const SkeletonText = ({ lines = 3 }: { lines?: number }) => (
  <div role="status" aria-label={t({ id: 'ui.loading', message: 'Loading' })} className="grid gap-2">
    {Array.from({ length: lines }, (_, line) => (
      <Skeleton key={line} width={line === lines - 1 ? '60%' : undefined} />
    ))}
  </div>
)
