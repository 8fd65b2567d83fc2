import { Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import type { Pattern } from './style.ts'

/** Faint lines, dots or bands over an area. */
export const paintPattern = (
  canvas: SKRSContext2D,
  pattern: Pattern,
  look: { readonly middle: { readonly x: number; readonly y: number }; readonly colour: string },
): void => {
  if (pattern.kind === 'none') return
  canvas.save()
  canvas.translate(look.middle.x, look.middle.y)
  canvas.rotate(pattern.angle)
  canvas.fillStyle = look.colour
  canvas.fill(pathOf(pattern))
  canvas.restore()
}

/** Parsed once: a tile paints the same pattern on each of its things. */
const paths = new WeakMap<Pattern, Path2D>()

const pathOf = (pattern: Pattern): Path2D => {
  const path = paths.get(pattern) ?? newPath(pattern)
  paths.set(pattern, path)
  return path
}

const newPath = ({ kind, pitch, width, reach }: Pattern): Path2D => {
  const path = new Path2D()
  for (let y = -reach; y < reach; y += pitch) {
    if (kind === 'dots') addDots(path, { y, reach, pitch, radius: width })
    else path.rect(-reach, y, 2 * reach, kind === 'bands' ? pitch / 2 : width)
  }
  return path
}

const addDots = (path: Path2D, row: { y: number; reach: number; pitch: number; radius: number }): void => {
  for (let x = -row.reach; x < row.reach; x += row.pitch) {
    path.moveTo(x + row.radius, row.y)
    path.arc(x, row.y, row.radius, 0, 2 * Math.PI)
  }
}
