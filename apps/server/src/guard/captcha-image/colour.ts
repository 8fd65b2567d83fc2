/** Hue in turns (0 to 1), saturation and lightness from 0 to 1. */
export type Hsl = { readonly h: number; readonly s: number; readonly l: number }

/**
 * One tile's mood. The main colour of every thing in a tile becomes the tile's colour, and the other colours of the
 * thing follow at a distance (`spread` of their own), so that colour does not tell the kinds apart and shape does.
 */
export type Tint = { readonly main: Hsl; readonly target: Hsl; readonly light: number; readonly spread: number }

export const parseHex = (hex: string): Hsl => {
  const [r, g, b] = channels(hex)
  const high = Math.max(r, g, b)
  const low = Math.min(r, g, b)
  const range = high - low
  const l = (high + low) / 2
  if (range === 0) return { h: 0, s: 0, l }
  const s = range / (1 - Math.abs(2 * l - 1))
  return { h: hueOf({ r, g, b, high, range }), s, l }
}

export const css = (colour: Hsl, alpha = 1): string => {
  const h = Math.round(turn(colour.h) * 360)
  const s = Math.round(clamp(colour.s) * 100)
  const l = Math.round(clamp(colour.l) * 100)
  return alpha === 1 ? `hsl(${h},${s}%,${l}%)` : `hsla(${h},${s}%,${l}%,${alpha.toFixed(2)})`
}

export const tinted = (colour: Hsl, tint: Tint): Hsl => {
  const { main, target } = tint
  const distance = turn(colour.h - main.h + 0.5) - 0.5
  const darkening = (target.l - main.l) * (1 - Math.abs(2 * colour.l - 1))
  return {
    h: turn(target.h + distance * tint.spread),
    s: clamp(colour.s + (target.s - main.s) * (1 - Math.abs(2 * colour.l - 1)) * Math.min(1, colour.s * 2)),
    l: clamp(colour.l + darkening + tint.light),
  }
}

const channels = (hex: string): [number, number, number] => {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) throw new Error(`A pack names the colour ${hex}, which is not #rrggbb.`)
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255]
}

const hueOf = (c: { r: number; g: number; b: number; high: number; range: number }): number => {
  if (c.high === c.r) return turn((c.g - c.b) / c.range / 6)
  if (c.high === c.g) return ((c.b - c.r) / c.range + 2) / 6
  return ((c.r - c.g) / c.range + 4) / 6
}

const turn = (value: number): number => value - Math.floor(value)
const clamp = (value: number): number => Math.min(1, Math.max(0, value))
