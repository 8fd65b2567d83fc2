import { classes } from './classes.ts'

/** The initials of a name in a drop of the name's own colour; the name itself stands beside it. */
export const Avatar = ({ name, small = false }: { name: string; small?: boolean }) => (
  <span className={classes('drop', small && 'drop-small')} style={coloursOf(name)} aria-hidden="true">
    {initialsOf(name)}
  </span>
)

/** The first letters of the first two words, or of the only one. */
const initialsOf = (name: string): string => {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const letters = words.length > 1 ? words.map((word) => [...word][0]) : [...(words[0] ?? '?')]
  return letters.slice(0, 2).join('').toLocaleUpperCase()
}

/** Of a browser that does not know `light-dark` the drop keeps its usual colour. */
const coloursOf = (name: string) => {
  const hue = hueOf(name)
  return {
    background: `light-dark(oklch(0.92 0.05 ${hue}), oklch(0.38 0.07 ${hue}))`,
    color: `light-dark(oklch(0.4 0.1 ${hue}), oklch(0.92 0.05 ${hue}))`,
  }
}

/** Always the same of one name; names that differ in a letter differ in colour. */
const hueOf = (name: string): number => {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360_007
  return sum % 360
}
