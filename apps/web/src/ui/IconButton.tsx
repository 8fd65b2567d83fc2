import type { ComponentProps, ElementType, ReactNode } from 'react'
import { buttonClass, type ButtonVariant } from './button-class.ts'
import { classes } from './classes.ts'

type Own<E extends ElementType> = {
  as?: E
  /** What it does, in words: the accessible name and the tooltip. */
  label: string
  icon: ReactNode
  variant?: ButtonVariant
}

export type IconButtonProps<E extends ElementType> = Own<E> & Omit<ComponentProps<E>, keyof Own<E> | 'children'>

export const IconButton = <E extends ElementType = 'button'>(props: IconButtonProps<E>) => {
  const { as, label, icon, variant = 'quiet', className, ...rest } = props
  const Element: ElementType = as ?? 'button'
  return (
    <Element
      {...(Element === 'button' && { type: 'button' })}
      aria-label={label}
      title={label}
      {...rest}
      className={classes(buttonClass({ variant }), 'button-icon', className)}
    >
      {icon}
    </Element>
  )
}
