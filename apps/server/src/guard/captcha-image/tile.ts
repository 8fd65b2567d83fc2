import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { encode, type Picture } from './picture.ts'
import type { Random } from './random.ts'
import { paintFront, paintGround, paintThings, type Area, type Level } from './scene.ts'
import type { CompiledKind } from './sprite.ts'
import type { Style } from './style.ts'

/** What all pictures of a challenge have in common. */
export interface Look {
  readonly kinds: readonly [CompiledKind, CompiledKind]
  readonly level: Level
  readonly style: Style
}

export interface Painted {
  readonly instruction: Picture
  readonly tiles: readonly Picture[]
}

/** Pictures have two pixels for each CSS pixel: sharp on phones, and "Larger" needs no others. */
export const SCALE = 2
const tileSize = { width: 145, height: 105 }

export const painted = (
  size: { width: number; height: number },
  paint: (canvas: SKRSContext2D) => void,
): Promise<Picture> => {
  const surface = createCanvas(size.width * SCALE, size.height * SCALE)
  const canvas = surface.getContext('2d')
  canvas.scale(SCALE, SCALE)
  paint(canvas)
  return encode(surface, size)
}

/** So many of the first and the second kind, mixed. */
export const paintTile = (
  random: Random,
  counts: readonly [number, number],
  { kinds, level, style }: Look,
): Promise<Picture> =>
  painted(tileSize, (canvas) => {
    const area: Area = { x: 0, y: 0, ...tileSize }
    const ground = paintGround(canvas, random, { area, level, style })
    const things = kinds.map((kind, index) => ({ kind, count: counts[index] ?? 0 }))
    paintThings(canvas, random, { area, level, style, ground, things })
    paintFront(canvas, random, { area, level, dark: ground.dark })
  })
