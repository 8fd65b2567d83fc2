import { Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import { css, parseHex, tinted, type Hsl, type Tint } from './colour.ts'
import type { LayerList, Kind, Pack } from './pack.ts'
import { paintPattern } from './pattern.ts'
import type { Style } from './style.ts'

type CompiledLayer = { readonly colour: Hsl; readonly path: Path2D; readonly width: number }

/** A drawing ready to paint: paths are parsed once, and everything solid shares one outline. */
export type Sprite = {
  readonly layers: readonly CompiledLayer[]
  readonly solid: Path2D
  /** The layer that reaches farthest; its color is the color of the thing. */
  readonly body: CompiledLayer
  readonly main: Hsl
}
export type CompiledKind = { readonly name: string; readonly sprites: readonly Sprite[] }
export type CompiledPack = { readonly name: string; readonly groups: readonly (readonly CompiledKind[])[] }

export type Placement = {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly angle: number
  readonly stretch: number
  readonly skew: number
  readonly mirrored: number
}

export const compilePack = (pack: Pack): CompiledPack => ({
  name: pack.name,
  groups: pack.groups.map((group) => group.kinds.map(compileKind)),
})

/** Paints one thing around (x, y); `edge` is the colour of the outline that lifts it off the background. */
export const paintSprite = (
  canvas: SKRSContext2D,
  sprite: Sprite,
  look: { place: Placement; target: Hsl; light: number; edge: string; style: Style },
): void => {
  const { place } = look
  canvas.save()
  canvas.translate(place.x, place.y)
  canvas.rotate(place.angle)
  const unit = place.size / 100
  canvas.transform(unit * place.mirrored * place.stretch, 0, place.skew * unit, unit / place.stretch, 0, 0)
  canvas.translate(-50, -50)
  canvas.lineCap = 'round'
  canvas.lineJoin = 'round'
  paintOutline(canvas, sprite, { edge: look.edge, width: look.style.outline })
  const tint: Tint = { main: sprite.main, target: look.target, light: look.light, spread: look.style.spread }
  for (const layer of sprite.layers) {
    const colour = css(tinted(layer.colour, tint))
    if (layer.width > 0) {
      canvas.strokeStyle = colour
      canvas.lineWidth = layer.width
      canvas.stroke(layer.path)
    } else {
      canvas.fillStyle = colour
      canvas.fill(layer.path)
    }
    if (layer === sprite.body) paintTexture(canvas, sprite.body.path, look.style)
  }
  canvas.restore()
}

/** Thinner lines are marks inside a shape (eyes, stripes) and get no outline of their own. */
const thinnestOutlinedLine = 5.5

/** Fine enough that the mark on a body stays what one sees first. */
const paintTexture = (canvas: SKRSContext2D, body: Path2D, { texture }: Style): void => {
  if (texture.kind === 'none') return
  canvas.save()
  canvas.clip(body)
  paintPattern(canvas, texture, { middle: { x: 50, y: 50 }, colour: 'rgba(20,20,40,0.16)' })
  canvas.restore()
}

const paintOutline = (canvas: SKRSContext2D, sprite: Sprite, look: { edge: string; width: number }): void => {
  canvas.strokeStyle = look.edge
  canvas.lineWidth = look.width
  canvas.stroke(sprite.solid)
  for (const layer of sprite.layers) {
    if (layer.width < thinnestOutlinedLine) continue
    canvas.lineWidth = layer.width + look.width
    canvas.stroke(layer.path)
  }
}

export const compileKind = (kind: Kind): CompiledKind => {
  if (kind.drawings.length < 2) throw new Error(`The kind "${kind.name}" needs at least two drawings.`)
  return { name: kind.name, sprites: kind.drawings.map(compileDrawing) }
}

const compileDrawing = (drawing: LayerList): Sprite => {
  const solid = new Path2D()
  const layers = drawing.map(([colour, d, width = 0]) => {
    const path = new Path2D(d)
    if (width === 0) solid.addPath(path)
    return { colour: parseHex(colour), path, width }
  })
  const body = largestOf(layers)
  return { layers, solid, body, main: body.colour }
}

const largestOf = (layers: readonly CompiledLayer[]): CompiledLayer => {
  const sized = layers.map((layer) => {
    const [left, top, right, bottom] = layer.path.computeTightBounds()
    return { layer, size: (right - left) * (bottom - top) }
  })
  const [largest] = sized.sort((a, b) => b.size - a.size)
  if (largest === undefined) throw new Error('A drawing without any layer.')
  return largest.layer
}
