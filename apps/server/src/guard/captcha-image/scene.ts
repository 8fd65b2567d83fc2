import type { SKRSContext2D } from '@napi-rs/canvas'
import { css, type Hsl } from './colour.ts'
import { paintPattern } from './pattern.ts'
import { between, oneOf, shuffled, wholeBetween, type Random } from './random.ts'
import { paintSprite, type CompiledKind, type Placement } from './sprite.ts'
import type { Style } from './style.ts'

/** How busy the pictures are: 1 for practice and for people with low vision, 2 for everybody else. */
export type Level = 1 | 2
export type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
export type Ground = { readonly dark: boolean; readonly hue: number; readonly edge: string }
export type Things = { readonly kind: CompiledKind; readonly count: number }

type Clutter = {
  readonly polygons: number
  readonly curves: number
  readonly front: number
  readonly turn: number
  readonly skew: number
  readonly drift: number
}

const clutterOf: Readonly<Record<Level, Clutter>> = {
  1: { polygons: 9, curves: 0, front: 0, turn: 0.9, skew: 0.34, drift: 0.14 },
  2: { polygons: 7, curves: 2, front: 2, turn: 0.65, skew: 0.26, drift: 0.14 },
}

/** A gradient with pale shapes and curves over it: looks kind, and leaves no plain colour to subtract. */
export const paintGround = (
  canvas: SKRSContext2D,
  random: Random,
  look: {
    area: Area
    level: Level
    style: Style
    /** A curve beside a number could be read as a stroke of it. */
    isInstruction?: boolean
  },
): Ground => {
  const { area, level, isInstruction = false } = look
  const dark = level > 1 && random() < 0.25
  const hue = random()
  const angle = random() * Math.PI * 2
  const reach = (area.width + area.height) / 3
  const x = area.x + area.width / 2
  const y = area.y + area.height / 2
  const dx = Math.cos(angle) * reach
  const dy = Math.sin(angle) * reach
  const gradient = canvas.createLinearGradient(x - dx, y - dy, x + dx, y + dy)
  gradient.addColorStop(0, groundColour(random, { hue, dark }))
  gradient.addColorStop(1, groundColour(random, { hue: hue + between(random, -0.12, 0.12), dark }))
  canvas.fillStyle = gradient
  canvas.fillRect(area.x, area.y, area.width, area.height)
  const clutter = clutterOf[level]
  if (level > 1) {
    const colour = dark ? 'rgba(255,255,255,0.07)' : 'rgba(40,30,80,0.07)'
    paintPattern(canvas, look.style.ground, { middle: { x, y }, colour })
  }
  for (let left = clutter.polygons; left > 0; left -= 1) paintPolygon(canvas, random, { area, level, dark })
  for (let left = isInstruction ? 0 : clutter.curves; left > 0; left -= 1)
    paintCurve(canvas, random, { area, dark, front: 0 })
  // Low vision needs an outline of at least 3 : 1 (WCAG 1.4.11), whatever color a thing has.
  const strength = level > 1 ? 0.55 : 0.95
  return { dark, hue, edge: dark ? `rgba(244,240,250,${strength})` : `rgba(38,30,48,${strength})` }
}

/** Thin curves over the things: they cut outlines for a program and hide nothing from a person. */
export const paintFront = (
  canvas: SKRSContext2D,
  random: Random,
  look: { area: Area; level: Level; dark: boolean },
): void => {
  for (let left = clutterOf[look.level].front; left > 0; left -= 1) {
    paintCurve(canvas, random, { area: look.area, dark: look.dark, front: 1 })
  }
}

/** Mixed things scattered without touching; every one has its own drawing, size, turn and shade. */
export const paintThings = (
  canvas: SKRSContext2D,
  random: Random,
  look: { area: Area; level: Level; style: Style; ground: Ground; things: readonly Things[] },
): void => {
  const { area, level, style, ground } = look
  const kinds = shuffled(
    random,
    look.things.flatMap(({ kind, count }) => Array.from({ length: count }, () => kind)),
  )
  const size = thingSize(area, kinds.length)
  const places = scatter(random, { area, count: kinds.length, size })
  const target = mood(random, { kinds: look.things.map((things) => things.kind), level })
  kinds.forEach((kind, index) => {
    const place = places[index]
    if (place === undefined) throw new Error('Fewer places than things.')
    paintThing(canvas, random, { kind, level, style, ground, target, x: place.x, y: place.y, size })
  })
}

/** One thing in the given mood; tokens and references use it alone. */
export const paintThing = (
  canvas: SKRSContext2D,
  random: Random,
  look: {
    kind: CompiledKind
    level: Level
    style: Style
    ground: Ground
    target: Hsl
    x: number
    y: number
    size: number
  },
): void => {
  const clutter = clutterOf[look.level]
  const { h, s, l } = look.target
  const place: Placement = {
    x: look.x,
    y: look.y,
    size: look.size * between(random, 0.86, 1.1),
    angle: between(random, -clutter.turn, clutter.turn),
    stretch: between(random, 1 - clutter.skew / 2, 1 + clutter.skew / 2),
    skew: between(random, -clutter.skew, clutter.skew),
    mirrored: random() < 0.5 ? 1 : -1,
  }
  paintSprite(canvas, oneOf(random, look.kind.sprites), {
    place,
    target: { h: h + between(random, -0.03, 0.03), s, l },
    light: between(random, -0.05, 0.05),
    edge: look.ground.edge,
    style: look.style,
  })
}

/** The colour that all things of one tile or token share: near the natural one of any of the kinds in play. */
export const mood = (random: Random, look: { kinds: readonly CompiledKind[]; level: Level }): Hsl => {
  const mains = look.kinds.flatMap((kind) => kind.sprites.map((sprite) => sprite.main))
  const { drift } = clutterOf[look.level]
  const mean = (part: 's' | 'l'): number => mains.reduce((sum, main) => sum + main[part], 0) / mains.length
  return {
    h: oneOf(random, mains).h + between(random, -drift, drift),
    s: mean('s') * between(random, 0.75, 1.05),
    l: mean('l') + between(random, -0.06, 0.06),
  }
}

const thingSize = (area: Area, count: number): number => {
  const store = Math.sqrt((area.width * area.height) / Math.max(count, 4))
  return store * 0.74
}

type Spot = { readonly x: number; readonly y: number }

/** Of many random points the one farthest from all others, so that nothing touches and no grid shows. */
const scatter = (random: Random, plan: { area: Area; count: number; size: number }): Spot[] => {
  let best: Spot[] = []
  let widest = -1
  for (let attempt = 0; attempt < 10 && widest < plan.size * 0.94; attempt += 1) {
    const spots = scatterOnce(random, plan)
    const gap = smallestGap(spots)
    if (gap > widest) {
      best = spots
      widest = gap
    }
  }
  return best
}

const scatterOnce = (random: Random, plan: { area: Area; count: number; size: number }): Spot[] => {
  const { area, count } = plan
  const margin = plan.size * 0.52
  const spots: Spot[] = []
  while (spots.length < count) {
    let chosen: Spot = { x: area.x, y: area.y }
    let farthest = -1
    for (let candidate = 0; candidate < 14; candidate += 1) {
      const spot = {
        x: between(random, area.x + margin, area.x + area.width - margin),
        y: between(random, area.y + margin, area.y + area.height - margin),
      }
      const near = Math.min(...spots.map((other) => Math.hypot(other.x - spot.x, other.y - spot.y)), 1000)
      if (near > farthest) {
        chosen = spot
        farthest = near
      }
    }
    spots.push(chosen)
  }
  return spots
}

const smallestGap = (spots: readonly Spot[]): number => {
  let gap = 1000
  spots.forEach((spot, index) => {
    for (const other of spots.slice(index + 1)) gap = Math.min(gap, Math.hypot(other.x - spot.x, other.y - spot.y))
  })
  return gap
}

const groundColour = (random: Random, look: { hue: number; dark: boolean }): string =>
  look.dark
    ? css({ h: look.hue, s: between(random, 0.25, 0.5), l: between(random, 0.14, 0.22) })
    : css({ h: look.hue, s: between(random, 0.3, 0.6), l: between(random, 0.84, 0.93) })

const paintPolygon = (
  canvas: SKRSContext2D,
  random: Random,
  look: { area: Area; level: Level; dark: boolean },
): void => {
  const { area, level, dark } = look
  const corners = wholeBetween(random, 3, 5)
  const x = between(random, area.x, area.x + area.width)
  const y = between(random, area.y, area.y + area.height)
  const start = random() * Math.PI * 2
  canvas.beginPath()
  for (let corner = 0; corner < corners; corner += 1) {
    const angle = start + (corner * Math.PI * 2) / corners
    const radius = between(random, 8, 24)
    canvas.lineTo(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius)
  }
  canvas.closePath()
  // The ground of low vision stays light where shapes overlap: no channel of theirs is darker than 173 of 255.
  canvas.fillStyle =
    level > 1
      ? css({ h: random(), s: between(random, 0.3, 0.7), l: dark ? 0.45 : 0.62 }, between(random, 0.18, 0.48))
      : css({ h: random(), s: between(random, 0.3, 0.6), l: 0.8 }, between(random, 0.5, 0.9))
  canvas.fill()
}

const paintCurve = (canvas: SKRSContext2D, random: Random, look: { area: Area; dark: boolean; front: 0 | 1 }): void => {
  const { area } = look
  const x = (): number => between(random, area.x, area.x + area.width)
  const y = (): number => between(random, area.y, area.y + area.height)
  canvas.beginPath()
  canvas.moveTo(x(), y())
  canvas.bezierCurveTo(x(), y(), x(), y(), x(), y())
  canvas.lineCap = 'round'
  canvas.lineWidth = look.front === 1 ? between(random, 0.8, 1.3) : between(random, 1.2, 3)
  canvas.strokeStyle = css(
    { h: random(), s: 0.5, l: look.dark ? 0.6 : 0.5 },
    look.front === 1 ? 0.6 : between(random, 0.3, 0.55),
  )
  canvas.stroke()
}
