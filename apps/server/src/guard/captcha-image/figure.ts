import { layoutOf, redrawn, shapePair, type FigureShape, type Layout, type Point } from './figure-shape.ts'
import type { LayerList } from './pack.ts'
import type { Random } from './random.ts'
import { disc, discs, polygon } from './shapes.ts'
import { compileKind, type CompiledKind } from './sprite.ts'

/** Each thing in a tile is one of so many drawings of its figure. */
const DRAWINGS = 3

/** The two figures of a challenge, invented for it alone. Both have the same colors, so that only shape tells. */
export const figuresOf = (random: Random): readonly [CompiledKind, CompiledKind] => {
  const [first, second] = shapePair(random)
  return [kindOf(random, first, 'first'), kindOf(random, second, 'second')]
}

const kindOf = (random: Random, shape: FigureShape, name: string): CompiledKind =>
  compileKind({ name, drawings: Array.from({ length: DRAWINGS }, () => drawingOf(redrawn(random, shape))) })

const colours = { body: '#4f8fc0', limb: '#3f739c', accent: '#c0564f', dark: '#1d2433', light: '#f6f7fb' } as const

const drawingOf = (shape: FigureShape): LayerList => {
  const layout = layoutOf(shape)
  return [
    ...limbsOf(shape, layout),
    ...headOf(shape, layout),
    [colours.body, polygon(...layout.outline)],
    ...markOf(shape, layout),
  ]
}

const limbsOf = ({ knobs }: FigureShape, { limbs }: Layout): LayerList =>
  limbs.flatMap(({ from, to, width }): LayerList => [
    [colours.limb, line(from, to), width],
    ...(knobs ? ([[colours.limb, disc(to[0], to[1], width * 0.8)]] as const) : []),
  ])

const headOf = ({ ornament }: FigureShape, { centre: [x, y], radius, outline }: Layout): LayerList => {
  const top = Math.min(...outline.filter(([px]) => Math.abs(px - x) < radius * 0.25).map(([, py]) => py), y)
  const size = radius * 0.34
  switch (ornament) {
    case 'none': {
      return []
    }
    case 'ears': {
      const ear = (side: number): readonly Point[] => [
        [x + side * size * 0.3, top + size * 0.5],
        [x + side * size * 1.25, top - size * 0.55],
        [x + side * size * 1.6, top + size * 0.9],
      ]
      return [[colours.accent, polygon(...ear(-1)) + polygon(...ear(1))]]
    }
    case 'spike': {
      return [
        [
          colours.accent,
          polygon([x - size * 0.6, top + size * 0.5], [x, top - size], [x + size * 0.6, top + size * 0.5]),
        ],
      ]
    }
    case 'ball': {
      return [
        [colours.limb, line([x, top + size * 0.4], [x, top - size * 0.4]), size * 0.35],
        [colours.accent, disc(x, top - size * 0.55, size * 0.45)],
      ]
    }
    case 'tuft': {
      const hair = [-0.8, 0, 0.8].map((lean) => line([x, top + size * 0.5], [x + lean * size, top - size * 0.8]))
      return [[colours.accent, hair.join(''), size * 0.38]]
    }
  }
}

/** Marks are as wide as the narrow side of the body allows. */
const markOf = ({ mark, ratio }: FigureShape, { centre: [x, y], radius }: Layout): LayerList => {
  const r = radius * Math.min(1, Math.sqrt(Math.min(ratio, 1 / ratio)) + 0.1) * 0.8
  const stroke = r * 0.2
  switch (mark) {
    case 'eyes': {
      return [
        [colours.light, discs(r * 0.26, [x - r * 0.32, y], [x + r * 0.32, y])],
        [colours.dark, discs(r * 0.13, [x - r * 0.3, y + r * 0.05], [x + r * 0.34, y + r * 0.05])],
      ]
    }
    case 'one-eye': {
      return [
        [colours.light, disc(x, y, r * 0.44)],
        [colours.dark, disc(x, y, r * 0.2)],
      ]
    }
    case 'stripes': {
      const bars = [-0.4, 0, 0.4].map((lean) => line([x + lean * r, y - r * 0.45], [x + lean * r, y + r * 0.45]))
      return [[colours.dark, bars.join(''), stroke]]
    }
    case 'spots': {
      const [near, far] = [r * 0.34, r * 0.12]
      return [
        [
          colours.dark,
          discs(far, [x - near, y - near], [x + near, y - near], [x, y], [x - near, y + near], [x + near, y + near]),
        ],
      ]
    }
    case 'ring': {
      return [[colours.dark, disc(x, y, r * 0.36), stroke]]
    }
    case 'cross': {
      const arm = r * 0.36
      return [
        [
          colours.light,
          line([x - arm, y - arm], [x + arm, y + arm]) + line([x - arm, y + arm], [x + arm, y - arm]),
          stroke * 1.2,
        ],
      ]
    }
    case 'zigzag': {
      const points = [-0.6, -0.3, 0, 0.3, 0.6].map((side, index): Point => [
        x + side * r,
        y + (index % 2 === 0 ? 0.28 : -0.28) * r,
      ])
      return [
        [colours.light, points.map(([px, py], index) => `${index === 0 ? 'M' : 'L'}${px} ${py}`).join(''), stroke],
      ]
    }
  }
}

const line = (from: Point, to: Point): string => `M${from[0]} ${from[1]}L${to[0]} ${to[1]}`
