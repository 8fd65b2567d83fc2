const gap = 6
const edge = 8

/** Puts an open popover below its button, or above it where there is more room, and never past the screen's edge. */
export const placePopover = (popover: HTMLElement, button: HTMLElement): void => {
  const anchor = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = popover
  const below = anchor.bottom + gap
  const above = anchor.top - gap - height
  const top = below + height > window.innerHeight && above > edge ? above : below
  const wanted = anchor.right - width > edge ? anchor.right - width : anchor.left
  const left = Math.max(edge, Math.min(wanted, window.innerWidth - width - edge))
  popover.style.top = `${top}px`
  popover.style.left = `${left}px`
}
