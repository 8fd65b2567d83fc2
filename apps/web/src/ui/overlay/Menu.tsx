import { useId, useRef, type ElementType, type KeyboardEvent, type ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { wrapIndex } from '#ui/form/wrap-index.ts'
import { placePopover } from './place-popover.ts'

export interface MenuItem {
  key: string
  label: ReactNode
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  onSelect?: () => void
  /** A link instead of a button: the element and its own properties, such as `{ as: 'a', href }`. */
  link?: { as: ElementType } & Record<string, unknown>
}

/** What the button of a menu must carry. */
export interface MenuButton {
  popoverTarget: string
  'aria-haspopup': 'menu'
}

interface MenuProps {
  /** What the menu is for, for screen readers. */
  label: string
  button: (props: MenuButton) => ReactNode
  items: readonly MenuItem[]
}

/** Actions behind a button. Arrows, Home and End move; Escape, Tab or a tap elsewhere close. */
export const Menu = ({ label, button, items }: MenuProps) => {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const entries = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  const opened = () => {
    const opener = document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(id)}"]`)
    if (menu.current && opener) placePopover(menu.current, opener)
  }
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return menu.current?.hidePopover()
    const all = entries()
    const at = all.findIndex((entry) => entry === document.activeElement)
    const next = wrapIndex({ key: event.key, at, count: all.length, axis: 'vertical' })
    if (next === null) return
    event.preventDefault()
    all[next]?.focus()
  }
  return (
    <>
      {button({ popoverTarget: id, 'aria-haspopup': 'menu' })}
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className="menu"
        onKeyDown={move}
        onToggle={(event) => event.newState === 'open' && opened()}
      >
        {items.map((item, index) => (
          <Entry key={item.key} item={item} first={index === 0} onDone={() => menu.current?.hidePopover()} />
        ))}
      </div>
    </>
  )
}

/** The browser itself moves the focus here when the popover opens; React's `autoFocus` would do it too early. */
const focusOnOpen = (element: HTMLElement | null): void => {
  element?.setAttribute('autofocus', '')
}

const Entry = ({ item, first, onDone }: { item: MenuItem; first: boolean; onDone: () => void }) => {
  const { as: Element = 'button', ...rest } = item.link ?? {}
  const select = () => {
    if (item.disabled) return
    onDone()
    item.onSelect?.()
  }
  return (
    <Element
      {...(Element === 'button' && { type: 'button' })}
      {...rest}
      ref={first ? focusOnOpen : undefined}
      role="menuitem"
      tabIndex={-1}
      aria-disabled={item.disabled || undefined}
      className={classes('menu-item', item.danger && 'menu-item-danger')}
      onClick={select}
    >
      {item.icon}
      <span>{item.label}</span>
    </Element>
  )
}
