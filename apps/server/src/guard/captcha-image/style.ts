import { between, oneOf, seededRandom, type Random } from './random.ts'

/** Lines or dots over an area: at which angle and how far apart, in hundredths of its size. */
export interface Pattern {
  readonly kind: 'none' | 'hatch' | 'dots' | 'bands'
  readonly angle: number
  readonly pitch: number
  /** Width of a line, radius of a dot. */
  readonly width: number
  /** How far from the middle it is painted. */
  readonly reach: number
}

/** How the pictures of one site look in one epoch. It tells nothing about any answer. */
export interface Style {
  /** Width of the outline of a thing, in hundredths of its size. */
  readonly outline: number
  readonly texture: Pattern
  readonly ground: Pattern
  /** How much of an accent's distance in hue stays. */
  readonly spread: number
  readonly digits: { readonly round: readonly string[]; readonly square: readonly string[]; readonly stroke: number }
  readonly die: { readonly corner: number; readonly frame: number; readonly pip: number }
  readonly tally: number
}

const EPOCH_MS = 30 * 86_400_000

/** The number of the look that is in use; it changes every 30 days. */
export const epochAt = (now: Date): number => Math.floor(now.getTime() / EPOCH_MS)

/** A look made from the site's secret seed: whoever does not have the seed cannot make it. */
export const styleOf = (seed: string, epoch: number): Style => {
  const random = seededRandom(`style ${seed} ${epoch}`)
  return {
    outline: between(random, 4, 8),
    texture: patternOf(random, { width: 2.4, reach: 71 }),
    ground: patternOf(random, { width: 3, reach: 110 }),
    spread: between(random, 0.5, 1.2),
    digits: {
      round: roundHand.map((path) => redrawn(random, path)),
      square: squareHand.map((path) => redrawn(random, path)),
      stroke: between(random, 10, 15),
    },
    die: { corner: between(random, 8, 26), frame: between(random, 5, 8), pip: between(random, 8.5, 11) },
    tally: between(random, 7, 11),
  }
}

const patternOf = (random: Random, size: Pick<Pattern, 'width' | 'reach'>): Pattern => ({
  kind: oneOf(random, ['none', 'hatch', 'dots', 'bands']),
  angle: random() * Math.PI,
  pitch: between(random, 13, 24),
  ...size,
})

const MOVED = 3

/** Every point a little elsewhere, as another hand would write it. */
const redrawn = (random: Random, path: string): string =>
  path.replaceAll(/\d+/g, (number) => (Number(number) + between(random, -MOVED, MOVED)).toFixed(1))

/** Numbers from 1 to 4: no hand writes one that a careful reader takes for another. */
const roundHand = [
  'M34 30L56 12V88',
  'M26 32C28 4 74 4 74 32C74 52 30 66 26 88H76',
  'M28 14H72L46 44C90 46 80 90 48 88C36 88 28 82 25 72',
  'M62 88V12L20 64H80',
]
const squareHand = [
  'M34 26L52 12V88M32 88H72',
  'M26 14H74V50H26V88H76',
  'M26 14H74V88H26M74 50H38',
  'M26 12V54H78M68 12V88',
]
