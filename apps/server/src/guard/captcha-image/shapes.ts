/** Path builders for the drawings of a pack. Every drawing lives on a square of 100 by 100. */

export const disc = (x: number, y: number, rx: number, ry = rx): string =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`

export const discs = (radius: number, ...centres: readonly (readonly [number, number])[]): string =>
  centres.map(([x, y]) => disc(x, y, radius)).join('')

export const box = (x: number, y: number, width: number, height: number, r = 0): string =>
  `M${x + r} ${y}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}` +
  `h${2 * r - width}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}Z`

export const polygon = (...corners: readonly (readonly [number, number])[]): string =>
  `M${corners.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`

/** A star of `points` rays, or any regular shape when both radii agree. */
export const rays = (shape: { x: number; y: number; outer: number; inner: number; points: number }): string =>
  polygon(
    ...Array.from({ length: shape.points * 2 }, (_, index): [number, number] => {
      const angle = (Math.PI * index) / shape.points - Math.PI / 2
      const radius = index % 2 === 0 ? shape.outer : shape.inner
      return [shape.x + radius * Math.cos(angle), shape.y + radius * Math.sin(angle)]
    }),
  )

/** Ellipses set around a centre, as the petals of a flower. */
export const petals = (shape: {
  x: number
  y: number
  distance: number
  radius: number
  count: number
  turn?: number
}): string =>
  Array.from({ length: shape.count }, (_, index) => {
    const angle = (2 * Math.PI * index) / shape.count + (shape.turn ?? 0)
    const x = shape.x + shape.distance * Math.cos(angle)
    const y = shape.y + shape.distance * Math.sin(angle)
    return disc(round(x), round(y), shape.radius)
  }).join('')

const round = (value: number): number => Math.round(value * 10) / 10
