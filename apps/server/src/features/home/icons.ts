import { createHash } from 'node:crypto'
import { dirOf, langOf } from '@runnel/contract/locale'
import type { Settings } from '@runnel/contract/settings/settings'
import { drawSvg, imageLibrary } from '#guard/image/library.ts'

export interface AppIcon {
  readonly path: string
  readonly side: number
  /** Part of the side that the logo takes; systems cut a maskable icon down to its inner four fifths. */
  readonly share: number
  /** Null: for any use; those have no ground of their own. */
  readonly purpose: 'maskable' | 'apple' | null
}

export const icons: readonly AppIcon[] = [
  { path: '/icon-192.png', side: 192, share: 1, purpose: null },
  { path: '/icon-512.png', side: 512, share: 1, purpose: null },
  { path: '/icon-maskable-192.png', side: 192, share: 0.6, purpose: 'maskable' },
  { path: '/icon-maskable-512.png', side: 512, share: 0.6, purpose: 'maskable' },
  { path: '/icon-180.png', side: 180, share: 0.72, purpose: 'apple' },
]

/** What a phone needs to keep the site among its apps, all from the owner’s settings. */
export const manifestOf = (settings: Settings, locale: string): object => {
  const { site_name: name, site_hue: hue } = settings
  const version = createHash('sha256').update(lookOf(settings)).digest('hex').slice(0, 8)
  return {
    id: '/',
    name,
    short_name: name,
    lang: langOf(locale),
    dir: dirOf(locale),
    start_url: '/app/dashboard',
    scope: '/',
    display: 'standalone',
    // `--paper` of the light mode (tokens.css).
    background_color: oklchHex({ lightness: 0.976, chroma: 0.009, hue }),
    theme_color: oklchHex({ lightness: 0.976, chroma: 0.009, hue }),
    icons: icons
      .filter(({ purpose }) => purpose !== 'apple')
      .map(({ path, side, purpose }) => ({
        src: `${path}?v=${version}`,
        type: 'image/png',
        sizes: `${side}x${side}`,
        ...(purpose !== null && { purpose }),
      })),
  }
}

const lookOf = ({ site_logo: logo, site_hue: hue }: Settings): string => JSON.stringify([logo, hue])

/** Our own logo in the owner's hue: its two blues are `--brand-text` and `--water`. */
export const inHue = (svg: string, hue: number): string =>
  svg
    .replaceAll('#005a66', oklchHex({ lightness: 0.43, chroma: 0.09, hue }))
    .replaceAll('#bfe9ee', oklchHex({ lightness: 0.9, chroma: 0.045, hue }))

export const drawIcon = async ({ side, share, purpose }: AppIcon, svg: string, hue: number): Promise<Buffer> => {
  const inner = Math.round(side * share)
  const logo = await drawSvg(svg, inner)
  if (purpose === null) return logo
  const background = oklchHex({ lightness: 0.935, chroma: 0.032, hue })
  const sharp = await imageLibrary()
  return sharp({ create: { width: side, height: side, channels: 4, background } })
    .composite([{ input: logo }])
    .png()
    .toBuffer()
}

export type Draw = (icon: AppIcon, settings: Settings) => Promise<Buffer>

/** Draws each icon once for each look of the site. */
export const drawnFor = (draw: Draw): Draw => {
  const made = new Map<string, Promise<Buffer>>()
  let madeFor = ''
  return (icon, settings) => {
    const look = lookOf(settings)
    if (look !== madeFor) made.clear()
    madeFor = look
    const drawing = made.get(icon.path) ?? draw(icon, settings)
    made.set(icon.path, drawing)
    // A failure is not kept: whatever was wrong, the next request tries again.
    drawing.catch(() => made.get(icon.path) === drawing && made.delete(icon.path))
    return drawing
  }
}

interface Oklch {
  readonly lightness: number
  readonly chroma: number
  readonly hue: number
}

/** As `#rrggbb`, for those who know no other colours; the numbers are those of CSS Color 4. */
export const oklchHex = ({ lightness, chroma, hue }: Oklch): string => {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${linear.map((part) => byteOf(part).toString(16).padStart(2, '0')).join('')}`
}

const byteOf = (linear: number): number => {
  const bounded = Math.min(1, Math.max(0, linear))
  const encoded = bounded <= 0.0031308 ? 12.92 * bounded : 1.055 * bounded ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
}
