import type { ComponentProps, ElementType, ReactNode } from 'react'
import { classes } from './classes.ts'

type Own<E extends ElementType> = {
  /** `'section'` by default; `'a'` or the router's link make the whole card a link. */
  as?: E
  title?: ReactNode
  /** A line below the title. */
  note?: ReactNode
  /** Stands opposite the title. */
  action?: ReactNode
  foot?: ReactNode
  sunken?: boolean
  /** No padding, for a table or a list that reaches the edges. */
  flush?: boolean
  heading?: 'h2' | 'h3'
  children?: ReactNode
}

export type CardProps<E extends ElementType> = Own<E> & Omit<ComponentProps<E>, keyof Own<E>>

export const Card = <E extends ElementType = 'section'>(props: CardProps<E>) => {
  const { as, title, note, action, foot, sunken, flush, heading: Heading = 'h2', children, className, ...rest } = props
  const Element: ElementType = as ?? 'section'
  return (
    <Element {...rest} className={classes('card', sunken && 'card-sunken', flush && 'card-flush', className)}>
      {(title || action) && (
        <div className="card-head">
          {title && <Heading>{title}</Heading>}
          {action}
          {note && <p className="card-note">{note}</p>}
        </div>
      )}
      {children}
      {foot && <div className="card-foot">{foot}</div>}
    </Element>
  )
}
