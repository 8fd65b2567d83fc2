import { classes } from './classes.ts'

/** The first letter of a name in a drop; the name itself stands beside it. */
export const Avatar = ({ name, small = false }: { name: string; small?: boolean }) => (
  <span className={classes('drop', small && 'drop-small')} aria-hidden="true">
    {[...name][0]?.toLocaleUpperCase() ?? '?'}
  </span>
)
