import { readFileSync } from 'node:fs'
import { createCanvas, GlobalFonts, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import type { HomeStats } from '@runnel/contract/home'
import { dirOf, type Locale } from '@runnel/contract/locale'
import { drawSvg } from '#guard/image/library.ts'
import { formatsOf } from '#kernel/words/formats.ts'
import { render } from '#kernel/words/render.ts'
import { say } from '#kernel/words/say.ts'
import type { Units } from '#money/amount.ts'
import { oklchHex } from './icons.ts'

export interface CardFigures extends Pick<HomeStats['week'], 'earned' | 'medianPaySeconds'> {
  readonly paidOut: Units
}

export interface Card {
  readonly name: string
  readonly hue: number
  readonly currency: string
  /** Text of an SVG. */
  readonly logo: string
  readonly locale: Locale
  readonly figures: CardFigures
}

const WIDTH = 1_200
const HEIGHT = 630
const EDGE = 80
const LOGO = 96

/** The image that social networks show beside a link: the site's name, and what it really paid. */
export const drawCard = async ({ name, hue, currency, logo, locale, figures }: Card): Promise<Buffer> => {
  const canvas = createCanvas(WIDTH, HEIGHT)
  const pen = canvas.getContext('2d')
  const isRightToLeft = dirOf(locale) === 'rtl'
  const quiet = oklchHex({ lightness: 0.87, chroma: 0.04, hue })
  pen.fillStyle = oklchHex({ lightness: 0.36, chroma: 0.073, hue })
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  drawWater(pen, hue)
  const mark = await drawSvg(logo, LOGO)
  const begin = isRightToLeft ? WIDTH - EDGE : EDGE
  const way = isRightToLeft ? -1 : 1
  pen.drawImage(await loadImage(mark), isRightToLeft ? begin - LOGO : begin, EDGE - 10)
  pen.direction = isRightToLeft ? 'rtl' : 'ltr'
  pen.textAlign = isRightToLeft ? 'right' : 'left'
  const write = (text: string, { at: [x, y], size, color, room }: Line): void => {
    pen.fillStyle = color
    fit(pen, { text, size, room })
    pen.fillText(text, x, y)
  }
  write(name, { at: [begin + way * (LOGO + 28), EDGE + 58], size: 52, color: '#ffffff', room: 850 })
  const { money } = formatsOf(locale)
  const total = (units: Units): string => money(units - (units % CENT), currency).replace('US$', '$')
  const { earned, paidOut, medianPaySeconds } = figures
  const room = WIDTH - 2 * EDGE
  if (earned < CENT) {
    for (const [row, text] of halves(render(say('home.cardTitle'), locale)).entries()) {
      write(text, { at: [begin, 360 + row * 96], size: 76, color: '#ffffff', room })
    }
    return canvas.encode('png')
  }
  write(total(earned), { at: [begin, 330], size: 132, color: '#ffffff', room })
  write(render(say('home.cardEarned'), locale), { at: [begin, 395], size: 40, color: quiet, room })
  const facts: [string, string][] = []
  if (paidOut >= CENT) facts.push([total(paidOut), render(say('home.cardPaid'), locale)])
  if (medianPaySeconds !== null) {
    facts.push([spanText(medianPaySeconds, locale), render(say('home.cardMedian'), locale)])
  }
  for (const [place, [figure, label]] of facts.entries()) {
    const x = begin + way * place * (room / 2)
    write(figure, { at: [x, 510], size: 60, color: '#ffffff', room: room / 2 - 30 })
    write(label, { at: [x, 558], size: 30, color: quiet, room: room / 2 - 30 })
  }
  return canvas.encode('png')
}

/** Units of a hundredth of the currency: nobody counts less in a total. */
const CENT = 1_000

interface Line {
  readonly at: readonly [number, number]
  readonly size: number
  readonly color: string
  readonly room: number
}

/** No machine has the letters of every language: those of ours come with us, and numbers look alike everywhere. */
const families = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'arabic', 'devanagari'].map((part) => {
  const family = `Card ${part}`
  GlobalFonts.register(readFileSync(new URL(`./fonts/noto-sans-${part}-700.woff2`, import.meta.url)), family)
  return `"${family}"`
})

/** A sentence as two lines of about the same length. */
const halves = (text: string): string[] => {
  const blanks = [...text.matchAll(/ /g)].map(({ index }) => index)
  const middle = text.length / 2
  const [at] = blanks.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  return at === undefined ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

/** Text in one line, smaller where it would not fit. */
const fit = (pen: SKRSContext2D, { text, size, room }: { text: string; size: number; room: number }): void => {
  const fontOf = (pixels: number): string => `${pixels}px ${families.join(', ')}, sans-serif`
  pen.font = fontOf(size)
  const { width } = pen.measureText(text)
  if (width > room) pen.font = fontOf(Math.floor((size * room) / width))
}

/** The stream of the page's first screen, quiet enough to write on. */
const drawWater = (pen: SKRSContext2D, hue: number): void => {
  pen.fillStyle = oklchHex({ lightness: 0.42, chroma: 0.076, hue })
  pen.beginPath()
  pen.moveTo(1_010, 0)
  pen.bezierCurveTo(1_080, 210, 760, 220, 900, 400)
  pen.bezierCurveTo(980, 500, 800, 560, 640, HEIGHT)
  pen.lineTo(WIDTH, HEIGHT)
  pen.lineTo(WIDTH, 0)
  pen.fill()
}

const spans = [
  { below: 60, unit: 'second', seconds: 1 },
  { below: 7_200, unit: 'minute', seconds: 60 },
  { below: 172_800, unit: 'hour', seconds: 3_600 },
  { below: Infinity, unit: 'day', seconds: 86_400 },
] as const

const spanText = (seconds: number, locale: Locale): string => {
  const { unit, seconds: length } = spans.find(({ below }) => seconds < below) ?? spans[3]
  const value = seconds / length
  const digits = { maximumFractionDigits: value < 10 ? 1 : 0, numberingSystem: 'latn' }
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long', ...digits }).format(value)
}
