import type { ComponentProps, MouseEvent } from 'react'
import { history } from './history.ts'
import { to as addressOf, type PagePath, type PathOptions, type PlainPath } from './paths.ts'
import { routing, useRoute } from './route.ts'

type PathWithParams = Exclude<PagePath, PlainPath>
// Those without parameters are one case of it, so that any of them may be given where it is only known at run time.
type Target =
  | ({ to: PlainPath } & PathOptions<PlainPath>)
  | { [Path in PathWithParams]: { to: Path } & PathOptions<Path> }[PathWithParams]
type PageLinkProps = Target & Omit<ComponentProps<'a'>, 'href'>

/** A link to one of our pages; the page begins to load when somebody points at it. */
export const PageLink = ({ to, params, query, hash, children, ...rest }: PageLinkProps) => {
  // What the caller gave together belongs together; the type system lost sight of that when it was taken apart.
  const href = (addressOf as (path: string, options: object) => string)(to, { params, query, hash })
  const isCurrent = useRoute(({ shown }) => shown?.path === to && shown.pathname === href.replace(/[?#].*/, ''))
  if (!routing.isHere(to)) {
    return (
      <a {...rest} href={href}>
        {children}
      </a>
    )
  }
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    rest.onClick?.(event)
    if (event.defaultPrevented || opensElsewhere(event)) return
    event.preventDefault()
    history.push(href)
  }
  const preload = () => routing.preload(to)
  return (
    <a
      aria-current={isCurrent ? 'page' : undefined}
      onPointerEnter={preload}
      onFocus={preload}
      {...rest}
      href={href}
      onClick={open}
    >
      {children}
    </a>
  )
}

/** A new tab or window is the browser's business. */
const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey, currentTarget }: MouseEvent): boolean => {
  const target = currentTarget.getAttribute('target')
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey || (target !== null && target !== '_self')
}
