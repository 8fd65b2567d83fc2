import { faceSize, type Blob, type Seen, type Vector } from './vision.ts'

/** How well each tile (column) answers each token (row); the solver takes the best whole order. */
export type Fit = readonly (readonly number[])[]
/** One attack without any labels. The numbers on the tokens are given to it, which flatters it. */
export interface Attack {
  readonly name: string
  readonly fit: (sight: { tokens: readonly Seen[]; numbers: readonly number[]; tiles: readonly Seen[] }) => Fit
}

/** Tells two kinds apart: positive is more like the first. */
type Compare = (blob: Blob, first: Blob, second: Blob) => number

export const attacks: readonly Attack[] = [
  {
    name: 'pixel hash',
    fit: ({ tokens, tiles }) =>
      tokens.map((token) => tiles.map((tile) => -distance(differenceHash(token), differenceHash(tile)))),
  },
  { name: 'amount of ink', fit: ({ numbers, tiles }) => numbers.map((n) => tiles.map((tile) => n * inkOf(tile))) },
  { name: 'pieces by colour', fit: (sight) => countFit(sight, byColour) },
  { name: 'pieces by size', fit: (sight) => countFit(sight, bySize) },
  { name: 'pieces by template', fit: (sight) => countFit(sight, byTemplate) },
  {
    name: 'colour area',
    fit: ({ tokens, numbers, tiles }) => {
      const things = tokens.map(mainBlob)
      return things.map((thing, row) => {
        const other = farthest(thing, things)
        return tiles.map((tile) => {
          const area = (like: boolean): number =>
            tile.blobs
              .filter((blob) => byColour(blob, thing, other) > 0 === like)
              .reduce((sum, { area: a }) => sum + a, 0)
          const share = area(true) / Math.max(1, area(true) + area(false))
          return -Math.abs(share - (numbers[row] ?? 0) / 6.5)
        })
      })
    },
  },
]

/** The best order of distinct tiles. */
export const bestOrder = (fit: Fit): number[] => {
  let best: number[] = []
  let most = Number.NEGATIVE_INFINITY
  const extend = (order: number[], sum: number): void => {
    const row = fit[order.length]
    if (row === undefined) {
      if (sum > most) [most, best] = [sum, order]
      return
    }
    row.forEach((value, tile) => {
      if (!order.includes(tile)) extend([...order, tile], sum + value)
    })
  }
  extend([], 0)
  return best
}

/** More of the first kind than of the second: for every tile how much more, by one way to compare. */
export const surplus = (tiles: readonly Seen[], pair: readonly [Blob, Blob], compare: Compare): number[] =>
  tiles.map((tile) =>
    tile.blobs.reduce(
      (sum, blob) => sum + Math.sign(compare(blob, pair[0], pair[1])) * Math.max(1, piecesIn(blob, tile)),
      0,
    ),
  )

export const comparisons: Readonly<Record<string, Compare>> = {
  'colour area': (blob, first, second) => blob.area * byColour(blob, first, second),
  'pieces by size': (blob, first, second) => bySize(blob, first, second),
  'pieces by template': (blob, first, second) => byTemplate(blob, first, second),
}

/** Two to four tiles are right: those with a surplus, or as many of the best as fit. */
export const likeliestSet = (more: readonly number[]): number[] => {
  const ranked = more.map((value, tile) => ({ value, tile })).sort((a, b) => b.value - a.value)
  const positive = ranked.filter(({ value }) => value > 0).length
  return ranked
    .slice(0, Math.min(4, Math.max(2, positive)))
    .map(({ tile }) => tile)
    .sort((a, b) => a - b)
}

export const mainBlob = (seen: Seen): Blob =>
  seen.blobs[0] ?? { area: 1, colour: [0, 0, 0], face: new Float32Array(faceSize * faceSize) }

const countFit = (sight: Parameters<Attack['fit']>[0], compare: Compare): Fit => {
  const things = sight.tokens.map(mainBlob)
  return things.map((thing, row) => {
    const other = farthest(thing, things)
    return sight.tiles.map((tile) => {
      const alike = tile.blobs.filter((blob) => compare(blob, thing, other) > 0)
      const pieces = alike.reduce((sum, blob) => sum + piecesIn(blob, tile), 0)
      return -Math.abs(pieces - (sight.numbers[row] ?? 0))
    })
  })
}

/** Things that touch make one blob; its size against the usual one tells how many they are. */
export const piecesIn = (blob: Blob, tile: Seen): number => {
  const sizes = tile.blobs.map(({ area }) => area).sort((a, b) => a - b)
  const usual = sizes[Math.floor(sizes.length / 2)] ?? blob.area
  return Math.max(1, Math.round(blob.area / usual))
}

/** With tokens of two kinds, the one least like this token stands for the other kind. */
const farthest = (thing: Blob, things: readonly Blob[]): Blob =>
  things.reduce((far, other) => (likeness(thing, other) < likeness(thing, far) ? other : far), things[0] ?? thing)

const byColour: Compare = (blob, first, second) => apart(blob.colour, second.colour) - apart(blob.colour, first.colour)
const bySize: Compare = (blob, first, second) => Math.abs(blob.area - second.area) - Math.abs(blob.area - first.area)
const byTemplate: Compare = (blob, first, second) => likeness(blob, first) - likeness(blob, second)

const apart = (a: Vector, b: Vector): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

const inkOf = (seen: Seen): number => seen.blobs.reduce((sum, { area }) => sum + area, 0)

/** Normalised correlation, the best over turns within a third of a circle and both mirrorings. */
const likeness = (a: Blob, b: Blob): number => {
  let best = -1
  for (const face of turnsOf(b)) best = Math.max(best, correlation(a.face, face))
  return best
}

const turned = new WeakMap<Blob, Float32Array[]>()

const turnsOf = (blob: Blob): Float32Array[] => {
  const known = turned.get(blob)
  if (known !== undefined) return known
  const faces: Float32Array[] = []
  for (const mirrored of [1, -1]) {
    for (let degrees = -60; degrees <= 60; degrees += 15) faces.push(turnedFace(blob.face, { degrees, mirrored }))
  }
  turned.set(blob, faces)
  return faces
}

const turnedFace = (face: Float32Array, turn: { degrees: number; mirrored: number }): Float32Array => {
  const [cos, sin] = [Math.cos((turn.degrees * Math.PI) / 180), Math.sin((turn.degrees * Math.PI) / 180)]
  const middle = (faceSize - 1) / 2
  return face.map((_, at) => {
    const x = ((at % faceSize) - middle) * turn.mirrored
    const y = Math.floor(at / faceSize) - middle
    const fromX = Math.round(middle + cos * x - sin * y)
    const fromY = Math.round(middle + sin * x + cos * y)
    const isInside = fromX >= 0 && fromY >= 0 && fromX < faceSize && fromY < faceSize
    return isInside ? (face[fromY * faceSize + fromX] ?? 0) : 0
  })
}

const correlation = (a: Float32Array, b: Float32Array): number => {
  let [ab, aa, bb, sumA, sumB] = [0, 0, 0, 0, 0]
  for (let at = 0; at < a.length; at += 1) {
    const [x, y] = [a[at] ?? 0, b[at] ?? 0]
    ab += x * y
    aa += x * x
    bb += y * y
    sumA += x
    sumB += y
  }
  const n = a.length
  return (ab - (sumA * sumB) / n) / Math.sqrt((aa - sumA ** 2 / n) * (bb - sumB ** 2 / n) || 1)
}

const differenceHash = (seen: Seen): boolean[] => {
  const cell = (column: number, row: number): number => {
    const x = Math.floor(((column + 0.5) * seen.width) / 9)
    const y = Math.floor(((row + 0.5) * seen.height) / 8)
    const at = (y * seen.width + x) * 4
    return (seen.pixels[at] ?? 0) + (seen.pixels[at + 1] ?? 0) + (seen.pixels[at + 2] ?? 0)
  }
  return Array.from({ length: 64 }, (_, bit) => cell(bit % 8, bit >> 3) < cell((bit % 8) + 1, bit >> 3))
}

const distance = (a: readonly boolean[], b: readonly boolean[]): number =>
  a.reduce((sum, bit, index) => sum + (bit === b[index] ? 0 : 1), 0)
