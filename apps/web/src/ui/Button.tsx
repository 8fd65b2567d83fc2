import type { ComponentProps, ElementType, MouseEvent, ReactNode } from 'react'
import { Spinner } from '#ui/state/Spinner.tsx'
import { buttonClass, type ButtonLook } from './button-class.ts'
import { classes } from './classes.ts'

type Own<E extends ElementType> = ButtonLook & {
  /** Another element or component, such as `'a'` or the router's link. */
  as?: E
  /** Shows a spinner, keeps its width and swallows clicks, but stays focusable. */
  busy?: boolean
  icon?: ReactNode
  children: ReactNode
}

export type ButtonProps<E extends ElementType> = Own<E> & Omit<ComponentProps<E>, keyof Own<E>>

export const Button = <E extends ElementType = 'button'>(props: ButtonProps<E>) => {
  const { as, variant, size, wide, busy = false, icon, children, className, ...rest } = props
  const Element: ElementType = as ?? 'button'
  return (
    <Element
      {...(Element === 'button' && { type: 'button' })}
      {...rest}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true, onClick: swallow })}
      className={classes(buttonClass({ variant, size, wide }), className)}
    >
      {icon}
      <span>{children}</span>
      {busy && <Spinner silent />}
    </Element>
  )
}

const swallow = (event: MouseEvent): void => {
  event.preventDefault()
}
