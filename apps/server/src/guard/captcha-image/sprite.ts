import { Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import { css, parseHex, tinted, type Hsl, type Tint } from './colour.ts'
import type { LayerList, Kind, Pack } from './pack.ts'

type CompiledLayer = { readonly colour: Hsl; readonly path: Path2D; readonly width: number }

/** A drawing ready to paint: paths are parsed once, and everything solid shares one outline. */
export type Sprite = { readonly layers: readonly CompiledLayer[]; readonly solid: Path2D; readonly main: Hsl }
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
  look: { place: Placement; target: Hsl; light: number; edge: string },
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
  paintOutline(canvas, sprite, look.edge)
  const tint: Tint = { main: sprite.main, target: look.target, light: look.light }
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
  }
  canvas.restore()
}

const outlineWidth = 6
/** Thinner lines are marks inside a shape (eyes, stripes) and get no outline of their own. */
const thinnestOutlinedLine = 5.5

const paintOutline = (canvas: SKRSContext2D, sprite: Sprite, edge: string): void => {
  canvas.strokeStyle = edge
  canvas.lineWidth = outlineWidth
  canvas.stroke(sprite.solid)
  for (const layer of sprite.layers) {
    if (layer.width < thinnestOutlinedLine) continue
    canvas.lineWidth = layer.width + outlineWidth
    canvas.stroke(layer.path)
  }
}

const compileKind = (kind: Kind): CompiledKind => {
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
  return { layers, solid, main: mainColour(layers) }
}

/** The colour of the layer that reaches farthest. */
const mainColour = (layers: readonly CompiledLayer[]): Hsl => {
  const sized = layers.map((layer) => {
    const [left, top, right, bottom] = layer.path.computeTightBounds()
    return { colour: layer.colour, size: (right - left) * (bottom - top) }
  })
  const [largest] = sized.sort((a, b) => b.size - a.size)
  if (largest === undefined) throw new Error('A drawing without any layer.')
  return largest.colour
}
