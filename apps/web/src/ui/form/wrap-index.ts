const keys: Record<'vertical' | 'horizontal', Record<string, 'next' | 'previous'>> = {
  vertical: { ArrowDown: 'next', ArrowUp: 'previous' },
  horizontal: { ArrowRight: 'next', ArrowLeft: 'previous' },
}

interface Move {
  key: string
  at: number
  count: number
  axis: 'vertical' | 'horizontal'
}

/** The arrow that a key means where one reads from right to left. */
export const arrowOf = (key: string): string => {
  if (document.documentElement.dir !== 'rtl') return key
  return { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }[key] ?? key
}

/** Where a key moves the focus in a ring of `count` things; `null` where the key means nothing. */
export const wrapIndex = ({ key, at, count, axis }: Move): number | null => {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const direction = keys[axis][arrowOf(key)]
  if (!direction || count === 0) return null
  return direction === 'next' ? (at + 1) % count : (at - 1 + count) % count
}
