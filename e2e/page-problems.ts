import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { newViolations } from '#e2e/accessibility.ts'
import { overflow, expectTitle } from '#e2e/assertions.ts'
import { lasting, settled, waitForIdle } from '#e2e/idle.ts'
import { misplacedText } from '#e2e/misplaced-text.ts'
import { type JourneyContext, shots } from '#e2e/runner.ts'
import { noteSight } from '#e2e/sights.ts'
import type { VisualCase } from '#e2e/visual-cases.ts'
import type { Person } from '#e2e/world.ts'

/** Phones, tablets, laptops, a wide screen, a phone on its side, and 1280 × 800 at a zoom of 200 %. */
const sizes = [
  { width: 1_280, height: 800 },
  { width: 320, height: 640 },
  { width: 360, height: 780 },
  { width: 412, height: 915 },
  { width: 640, height: 400 },
  { width: 780, height: 360 },
  { width: 768, height: 1_024 },
  { width: 1_024, height: 768 },
  { width: 1_180, height: 820 },
  { width: 1_920, height: 1_080 },
] as const

/** Looks at a page in both colours and at every width, and tells all that is wrong. */
export const problemsOf = async (
  look: VisualCase,
  as: Person | undefined,
  { visit, isAsked }: JourneyContext,
): Promise<string[]> => {
  const { page, trouble } = await visit({
    ...(as && { as }),
    width: look.width ?? 1_280,
    strict: true,
    calm: true,
  })
  await look.before?.(page)
  await page.goto(look.address ?? look.path)
  await waitForIdle(page)
  if (look.act !== undefined) {
    await look.act(page)
    await waitForIdle(page)
  }
  await expectTitle(page, new RegExp(`^${look.title.replaceAll('xx', String.raw`\d\d`)} · Runnel$`))
  const wrong: string[] = []
  const looked = new Set<Size>()
  let sights = 0
  /** A size that shows nothing new is not looked at in the dark either. */
  const judgeNew = (size: Size): Promise<string[]> => {
    sights += 1
    const sight = sights
    return lasting(page, async () => {
      const news = await noteSight(page, sight)
      if (Object.values(news).includes(true)) looked.add(size)
      return newViolations(page, news)
    })
  }
  const seeAt = async (sight: Sight, judge: () => Promise<string[]>): Promise<void> => {
    await show(page, sight)
    const seen = await judge()
    wrong.push(...seen.map((words) => `${sight.mode}, ${sight.width} × ${sight.height}: ${words}`))
    // Whoever asks for certain pages wants to see them; of a whole run those are kept that show what is wrong.
    if (isAsked || seen.length > 0) await picture(page, `${look.name}-${sight.mode}-${sight.width}`)
  }
  for (const size of sizes.filter(({ width }) => width === (look.width ?? width)))
    await seeAt({ mode: 'light', ...size }, async () => {
      const seen = await lasting(page, async () => [...(await overflow(page)), ...(await misplacedText(page))])
      return [...seen, ...(await judgeNew(size))]
    })
  for (const size of looked) await seeAt({ mode: 'dark', ...size }, () => judgeNew(size))
  return [...wrong, ...unexpected(trouble.splice(0), look)]
}

interface Size {
  readonly width: number
  readonly height: number
}

interface Sight extends Size {
  readonly mode: 'light' | 'dark'
}

/** As another tab would switch the mode; public pages only read it when they are drawn. */
const show = async (page: Page, { mode, width, height }: Sight): Promise<void> => {
  await page.setViewportSize({ width, height })
  await page.evaluate((wanted) => {
    // Whatever was done last may have scrolled there, and then what sticks to an edge covers half of something.
    window.scrollTo({ top: 0, behavior: 'instant' })
    if (localStorage.getItem('UIMode') === wanted) return
    localStorage.setItem('UIMode', wanted)
    document.documentElement.dataset['mode'] = wanted
    window.dispatchEvent(new StorageEvent('storage', { key: 'UIMode', newValue: wanted }))
  }, mode)
  await settled(page)
}

/** In a window as high as the page, so that what sticks to its lower edge stands there. */
export const picture = async (page: Page, name: string): Promise<void> => {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(height, whole) })
  await page.screenshot({ path: join(shots, `${name}.png`) })
  await page.setViewportSize({ width, height })
}

const unexpected = (trouble: readonly string[], { refusals = [], keeps }: VisualCase): string[] =>
  trouble.filter((words) => !refusals.some((status) => words.includes(`a status of ${status}`)) && !keeps?.test(words))
