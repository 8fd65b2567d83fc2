import type { ComponentProps, ReactNode } from 'react'

interface ChipProps extends Omit<ComponentProps<'button'>, 'type'> {
  /** For a filter that is on or off. */
  pressed?: boolean
  icon?: ReactNode
}

export const Chip = ({ pressed, icon, children, ...rest }: ChipProps) => (
  <button type="button" {...rest} className="chip" aria-pressed={pressed}>
    {icon}
    {children}
  </button>
)
