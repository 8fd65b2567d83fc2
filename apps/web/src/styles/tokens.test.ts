// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Text on ground (at least 4.5), then what only has to be seen, such as rims and focus rings (at least 3). */
const text: [string, string][] = [
  ['ink', 'paper'],
  ['ink', 'surface'],
  ['ink', 'sunken'],
  ['ink', 'brand-soft'],
  ['ink', 'money-soft'],
  ['ink', 'good-soft'],
  ['ink', 'warn-soft'],
  ['ink', 'bad-soft'],
  ['ink', 'water'],
  ['ink', 'water-deep'],
  ['muted', 'paper'],
  ['muted', 'surface'],
  ['muted', 'sunken'],
  ['on-brand', 'brand'],
  ['on-brand', 'brand-hover'],
  ['on-money', 'money'],
  ['on-money', 'money-hover'],
  ['on-bad', 'bad'],
  ['on-bad', 'bad-hover'],
  ['brand-text', 'paper'],
  ['brand-text', 'surface'],
  ['brand-text', 'sunken'],
  ['brand-text', 'brand-soft'],
  ['money-text', 'paper'],
  ['money-text', 'surface'],
  ['money-text', 'money-soft'],
  ['good', 'surface'],
  ['good', 'good-soft'],
  ['warn', 'surface'],
  ['warn', 'warn-soft'],
  ['bad', 'surface'],
  ['bad', 'paper'],
  ['bad', 'bad-soft'],
]
const shapes: [string, string][] = [
  ['edge', 'surface'],
  ['edge', 'paper'],
  ['brand-vivid', 'surface'],
  ['brand-vivid', 'paper'],
]

const css = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8')
const hues = Array.from({ length: 360 }, (_, hue) => hue)

test.each(['light', 'dark'])('every hue an owner may pick keeps AA in %s mode', (mode) => {
  const tokens = tokensOf(mode)
  const failures = hues.flatMap((hue) =>
    [0, 1].flatMap((chroma) => {
      const light = (name: string) => luminance(tokens.get(name) ?? '', { hue, chroma })
      const fails =
        (least: number) =>
        ([front, back]: [string, string]) =>
          contrast(light(front), light(back)) < least
      const found = [...text.filter(fails(4.5)), ...shapes.filter(fails(3))]
      return found.map((pair) => `${pair.join(' on ')} at hue ${hue}, chroma ${chroma}`)
    }),
  )
  expect(failures).toEqual([])
})

test('the check itself can tell a bad pair from a good one', () => {
  expect(
    contrast(luminance('oklch(1 0 0)', { hue: 0, chroma: 1 }), luminance('oklch(0 0 0)', { hue: 0, chroma: 1 })),
  ).toBeCloseTo(21)
  expect(contrast(luminance('oklch(0.7 0.1 200)', { hue: 0, chroma: 1 }), 1)).toBeLessThan(4.5)
})

const tokensOf = (mode: string): Map<string, string> => {
  const block = css.split(`[data-mode='${mode}'] {`)[1]?.split('\n}')[0] ?? ''
  return new Map([...block.matchAll(/--([\w-]+): (oklch\(.*\));/g)].map(([, name = '', value = '']) => [name, value]))
}

const luminance = (value: string, { hue, chroma }: { hue: number; chroma: number }): number => {
  const plain = value
    .replace(/calc\(([\d.]+) \* var\(--brand-chroma\)\)/, (_, c: string) => String(Number(c) * chroma))
    .replace(/var\(--(?:brand|accent)-hue\)/, String(hue))
  const [, l, c, h] = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(plain) ?? []
  if (!l || !c || !h) throw new Error(`No colour: ${value}`)
  const [red, green, blue] = linear({ l: Number(l), c: Number(c), h: (Number(h) * Math.PI) / 180 })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** OKLCH to linear sRGB, cut off at the edge of the gamut as browsers do. */
const linear = ({ l, c, h }: { l: number; c: number; h: number }): [number, number, number] => {
  const a = c * Math.cos(h)
  const b = c * Math.sin(h)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (value: number) => Math.min(Math.max(value, 0), 1)
  return [
    clip(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
    clip(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
    clip(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short),
  ]
}

const contrast = (one: number, other: number): number => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
