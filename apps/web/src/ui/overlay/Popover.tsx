import { useId, useRef, type ComponentProps, type ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { placePopover } from './place-popover.ts'

interface PopoverProps {
  /** Draws the button; hand it everything it is given. */
  button: (props: PopoverButton) => ReactNode
  children: ReactNode
  label: string
  className?: string
}

export type PopoverButton = Required<Pick<ComponentProps<'button'>, 'popoverTarget'>>

/** Content that opens beside a button and closes by Escape or a tap elsewhere: the platform's own popover. */
export const Popover = ({ button, children, label, className }: PopoverProps) => {
  const id = useId()
  const popover = useRef<HTMLDivElement>(null)
  const place = (open: boolean) => {
    const opener = document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(id)}"]`)
    if (open && popover.current && opener) placePopover(popover.current, opener)
  }
  return (
    <>
      {button({ popoverTarget: id })}
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={classes('menu', className)}
        onToggle={(event) => place(event.newState === 'open')}
      >
        {children}
      </div>
    </>
  )
}
