import { between, oneOf, wholeBetween, type Random } from './random.ts'

/** What is painted on a body; no two of them look alike at the size of a tile. */
export const marks = ['eyes', 'one-eye', 'stripes', 'spots', 'ring', 'cross', 'zigzag'] as const
export const ornaments = ['none', 'ears', 'spike', 'ball', 'tuft'] as const

/** An invented figure as numbers: a body in polar form, limbs around it, a mark on it and something on its head. */
export interface FigureShape {
  /** Bulges around the body; 0: round. */
  readonly lobes: number
  readonly depth: number
  readonly pointed: boolean
  /** Width against height. */
  readonly ratio: number
  readonly egg: number
  /** A part of the body that is missing: where, in turns, and how deep; 0: none. */
  readonly biteAt: number
  readonly bite: number
  readonly limbs: number
  readonly limbStart: number
  /** The part of a turn that the limbs are spread over. */
  readonly limbArc: number
  readonly limbLength: number
  readonly limbWidth: number
  readonly knobs: boolean
  readonly mark: (typeof marks)[number]
  readonly ornament: (typeof ornaments)[number]
}

export const randomShape = (random: Random): FigureShape => {
  const lobes = random() < 0.3 ? 0 : wholeBetween(random, 2, 7)
  const limbs = random() < 0.35 ? 0 : wholeBetween(random, 2, 7)
  return {
    lobes,
    depth: lobes === 0 ? 0 : between(random, 0.16, 0.38),
    pointed: random() < 0.4,
    ratio: between(random, 0.6, 1.7),
    egg: between(random, 0, 0.22),
    biteAt: random(),
    bite: random() < 0.25 ? between(random, 0.35, 0.5) : 0,
    limbs,
    limbStart: random(),
    limbArc: random() < 0.5 ? 1 : between(random, 0.4, 0.75),
    limbLength: between(random, 0.3, 0.55),
    limbWidth: between(random, 0.16, 0.28),
    knobs: random() < 0.4,
    mark: oneOf(random, marks),
    ornament: oneOf(random, ornaments),
  }
}

/** Another drawing of the same figure: hands never draw one thing twice. */
export const redrawn = (random: Random, shape: FigureShape): FigureShape => ({
  ...shape,
  ratio: shape.ratio * between(random, 0.92, 1.08),
  depth: shape.depth * between(random, 0.88, 1.12),
  limbLength: shape.limbLength * between(random, 0.85, 1.15),
})

const TURN = 2 * Math.PI

/** How far the body reaches in a direction, as a share of its radius. */
const reach = (shape: FigureShape, angle: number): number => {
  const wave = shape.lobes === 0 ? 1 : waveAt(shape, (angle * shape.lobes) / TURN)
  const away = Math.abs(turnsApart(angle / TURN, shape.biteAt))
  const bitten = away < 0.11 ? shape.bite * Math.sqrt(1 - (away / 0.11) ** 2) : 0
  return (1 - shape.depth * (1 - wave)) * (1 - shape.egg * (1 - Math.sin(angle)) * 0.5) * (1 - bitten)
}

/** From 0 to 1 and back with each turn. */
const waveAt = ({ pointed }: FigureShape, turns: number): number => {
  const part = turns - Math.floor(turns)
  return pointed ? Math.abs(2 * part - 1) : (1 + Math.cos(TURN * part)) / 2
}

const turnsApart = (a: number, b: number): number => a - b - Math.round(a - b)

export type Point = readonly [x: number, y: number]
export interface Limb {
  readonly from: Point
  readonly to: Point
  readonly width: number
}
/** A figure laid out on a square of 100 by 100. */
export interface Layout {
  readonly centre: Point
  readonly radius: number
  /** The factor by which it is wider than high, and the inverse of it is higher. */
  readonly wide: number
  readonly outline: readonly Point[]
  /** How far each corner of the outline is from the middle, as a share of the radius. */
  readonly reaches: readonly number[]
  readonly limbs: readonly Limb[]
}

const CORNERS = 84

export const layoutOf = (shape: FigureShape): Layout => {
  const wide = Math.sqrt(shape.ratio)
  const longest = shape.limbs === 0 ? 0 : shape.limbLength
  const head = shape.ornament === 'none' ? 0 : 0.2
  const radius = 47 / (Math.max(wide, 1 / wide) * (1 + Math.max(longest * 0.85, head)))
  const centre: Point = [50, 50 + (longest === 0 ? head * radius * 0.5 : 0)]
  const at = (angle: number, far: number): Point => [
    centre[0] + Math.cos(angle) * far * radius * wide,
    centre[1] + (Math.sin(angle) * far * radius) / wide,
  ]
  const reaches = Array.from({ length: CORNERS }, (_, corner) => reach(shape, (corner * TURN) / CORNERS))
  const outline = reaches.map((far, corner) => at((corner * TURN) / CORNERS, far))
  const limbs = Array.from({ length: shape.limbs }, (_, index): Limb => {
    const share = shape.limbArc === 1 ? index / shape.limbs : index / Math.max(1, shape.limbs - 1)
    const angle = TURN * (shape.limbStart + share * shape.limbArc)
    const edge = reach(shape, angle)
    return { from: at(angle, edge * 0.7), to: at(angle, edge + shape.limbLength), width: shape.limbWidth * radius }
  })
  return { centre, radius, wide, outline, reaches, limbs }
}

const GRID = 26
const CELLS = GRID * GRID
/** Things are turned and mirrored in a tile, so that figures are compared in every such position. */
const TURNS = [-0.1, -0.05, 0, 0.05, 0.1] as const

type Silhouette = Uint8Array

interface Position {
  /** In turns. */
  readonly turn: number
  readonly mirror: 1 | -1
}

/** Runs some ten times per picture over all cells: it compares squares and allocates nothing per cell. */
const silhouetteOf = ({ centre, radius, wide, limbs, reaches }: Layout, { turn, mirror }: Position): Silhouette => {
  const [cos, sin] = [Math.cos(turn * TURN), Math.sin(turn * TURN)]
  const cells = new Uint8Array(CELLS)
  for (let cell = 0; cell < CELLS; cell += 1) {
    const x = middle(cell % GRID)
    const y = middle(Math.floor(cell / GRID))
    const px = 50 + mirror * (cos * x + sin * y)
    const py = 50 - sin * x + cos * y
    const bx = (px - centre[0]) / (radius * wide)
    const by = ((py - centre[1]) * wide) / radius
    if (isInBody(reaches, bx, by) || isInLimb(limbs, px, py)) cells[cell] = 1
  }
  return cells
}

/** The middle of a row or column, from the middle of the square. */
const middle = (index: number): number => (index + 0.5) * (100 / GRID) - 50

const isInBody = (reaches: readonly number[], x: number, y: number): boolean => {
  const square = x * x + y * y
  if (square >= 1) return false
  const corner = Math.round((Math.atan2(y, x) / TURN + 1) * CORNERS) % CORNERS
  return square < (reaches[corner] ?? 0) ** 2
}

const isInLimb = (limbs: readonly Limb[], x: number, y: number): boolean => {
  for (const { from, to, width } of limbs) {
    const dx = to[0] - from[0]
    const dy = to[1] - from[1]
    const share = Math.min(1, Math.max(0, ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy || 1)))
    const ox = x - from[0] - share * dx
    const oy = y - from[1] - share * dy
    if (4 * (ox * ox + oy * oy) < width * width) return true
  }
  return false
}

const overlap = (a: Silhouette, b: Silhouette): number => {
  let both = 0
  let either = 0
  for (let cell = 0; cell < CELLS; cell += 1) {
    const [one, other] = [a[cell] ?? 0, b[cell] ?? 0]
    both += one & other
    either += one | other
  }
  return both / Math.max(1, either)
}

/** The part of its square that a figure fills. */
export const fillOf = (shape: FigureShape): number =>
  silhouetteOf(layoutOf(shape), upright).reduce((sum, cell) => sum + cell, 0) / CELLS

const upright: Position = { turn: 0, mirror: 1 }

/** How much two silhouettes cover of one another in the position in which they are most alike. */
export const overlapOf = (a: FigureShape, b: FigureShape): number => {
  const still = silhouetteOf(layoutOf(a), upright)
  const moved = layoutOf(b)
  const positions = TURNS.flatMap((turn) => ([1, -1] as const).map((mirror): Position => ({ turn, mirror })))
  return Math.max(...positions.map((position) => overlap(still, silhouetteOf(moved, position))))
}

/** How different two figures are for somebody who looks twice: bulges, limbs, mark and head. */
const differenceOf = (a: FigureShape, b: FigureShape): number =>
  0.25 * Math.min(1, Math.abs(a.lobes - b.lobes) / 3) +
  0.3 * Math.min(1, Math.abs(a.limbs - b.limbs) / 3) +
  0.25 * Math.min(1, Math.abs(Math.log(a.ratio / b.ratio)) / 0.6) +
  (a.ornament === b.ornament ? 0 : 0.2)

const FILL_MIN = 0.35
const OVERLAP_MAX = 0.8
const DIFFERENCE_MIN = 0.45

/** Two figures that nobody has seen before and nobody takes for one another. */
export const shapePair = (random: Random): readonly [FigureShape, FigureShape] => {
  for (;;) {
    const first = fullShape(random)
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const second = fullShape(random, (shape) => areDifferent(first, shape))
      if (overlapOf(first, second) < OVERLAP_MAX) return [first, second]
    }
  }
}

const areDifferent = (a: FigureShape, b: FigureShape): boolean =>
  !areAlike(a.mark, b.mark) && differenceOf(a, b) >= DIFFERENCE_MIN

/** A ring and an eye are both a dark circle at a glance. */
const round: readonly FigureShape['mark'][] = ['ring', 'one-eye']
const areAlike = (a: FigureShape['mark'], b: FigureShape['mark']): boolean =>
  a === b || (round.includes(a) && round.includes(b))

const fullShape = (random: Random, isWanted: (shape: FigureShape) => boolean = () => true): FigureShape => {
  for (;;) {
    const shape = randomShape(random)
    if (isWanted(shape) && fillOf(shape) >= FILL_MIN) return shape
  }
}
