import { faceSize, type Blob } from './vision.ts'

/** What is known of one thing, as numbers: its outline, its edges and what is painted on it. */
export type Features = Float64Array

const CELLS = 4
const DIRECTIONS = 8
const SPOKES = 24
const HARMONICS = 8
const LIGHTS = 6

/** Edges by direction in a grid of cells, the outline free of turns and mirrors, and the lights of the inside. */
export const featuresOf = (blob: Blob): Features =>
  Float64Array.from([...edgesOf(blob.face), ...outlineOf(blob.face), ...lightsOf(blob.face)])

const at = (face: Float32Array, x: number, y: number): number =>
  x < 0 || y < 0 || x >= faceSize || y >= faceSize ? 0 : (face[y * faceSize + x] ?? 0)

/** A histogram of gradients, as a detector has it: 4 by 4 cells, 8 directions. */
const edgesOf = (face: Float32Array): number[] => {
  const bins = new Float64Array(CELLS * CELLS * DIRECTIONS)
  for (let y = 0; y < faceSize; y += 1) {
    for (let x = 0; x < faceSize; x += 1) {
      const dx = at(face, x + 1, y) - at(face, x - 1, y)
      const dy = at(face, x, y + 1) - at(face, x, y - 1)
      const strength = Math.hypot(dx, dy)
      const turn = (Math.atan2(dy, dx) / Math.PI + 1) % 1
      const cell = Math.floor((y * CELLS) / faceSize) * CELLS + Math.floor((x * CELLS) / faceSize)
      const bin = cell * DIRECTIONS + Math.min(DIRECTIONS - 1, Math.floor(turn * DIRECTIONS))
      bins[bin] = (bins[bin] ?? 0) + strength
    }
  }
  const length = Math.hypot(...bins) || 1
  return [...bins].map((value) => value / length)
}

/** How far the outline is from the middle in each direction, as lengths of its waves: a turn changes none of them. */
const outlineOf = (face: Float32Array): number[] => {
  const middle = (faceSize - 1) / 2
  const far = Array.from({ length: SPOKES }, (_, spoke) => {
    const angle = (2 * Math.PI * spoke) / SPOKES
    let reach = 0
    for (let step = 0; step < middle; step += 0.5) {
      const x = Math.round(middle + Math.cos(angle) * step)
      const y = Math.round(middle + Math.sin(angle) * step)
      if (at(face, x, y) > 0) reach = step
    }
    return reach / middle
  })
  const mean = far.reduce((sum, value) => sum + value, 0) / SPOKES
  const waves = Array.from({ length: HARMONICS }, (_, index) => {
    const wave = index + 1
    const part = (of: (angle: number) => number): number =>
      far.reduce((sum, value, spoke) => sum + value * of((2 * Math.PI * spoke * wave) / SPOKES), 0)
    return Math.hypot(part(Math.cos), part(Math.sin)) / SPOKES
  })
  const filled = face.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0) / face.length
  const border = face.reduce((sum, value, index) => {
    const [x, y] = [index % faceSize, Math.floor(index / faceSize)]
    const isEdge =
      value > 0 && [at(face, x + 1, y), at(face, x - 1, y), at(face, x, y + 1), at(face, x, y - 1)].includes(0)
    return sum + (isEdge ? 1 : 0)
  }, 0)
  return [mean, filled, border / Math.sqrt(filled * face.length || 1) / 8, ...waves.map((value) => value * 3)]
}

/** The share of the inside that is much darker or lighter than the rest, and where: the mark on the body. */
const lightsOf = (face: Float32Array): number[] => {
  const inside = [...face].filter((value) => value > 0).toSorted((a, b) => a - b)
  const median = inside[Math.floor(inside.length / 2)] ?? 0
  const middle = (faceSize - 1) / 2
  const bins = new Float64Array(LIGHTS * 2)
  face.forEach((value, index) => {
    if (value === 0) return
    const step = Math.max(0, Math.min(LIGHTS - 1, Math.floor((value - median) / 28 + LIGHTS / 2)))
    const distance = Math.hypot((index % faceSize) - middle, Math.floor(index / faceSize) - middle)
    const bin = step * 2 + (distance < faceSize * 0.22 ? 0 : 1)
    bins[bin] = (bins[bin] ?? 0) + 1 / Math.max(1, inside.length)
  })
  return [...bins]
}
