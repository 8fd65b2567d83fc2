import { t } from '@lingui/core/macro'
import { classes } from '#ui/classes.ts'

/** Says that something is under way; inside a control that is already named, leave it silent. */
export const Spinner = ({ silent = false, className }: { silent?: boolean; className?: string }) => {
  if (silent) return <span className={classes('spinner', className)} aria-hidden="true" />
  const label = t({ id: 'ui.loading', message: 'Loading' })
  return <span className={classes('spinner', className)} role="status" aria-label={label} />
}
