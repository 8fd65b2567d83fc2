import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { accessibilityViolations } from '#e2e/accessibility.ts'
import { overflow, expectTitle } from '#e2e/assertions.ts'
import { waitForIdle, settled } from '#e2e/browser.ts'
import { type JourneyContext, shots } from '#e2e/runner.ts'
import type { VisualCase } from '#e2e/visual-cases.ts'
import type { Person } from '#e2e/world.ts'

/** What a page is looked at as. Each width and each mode is held to all rules once, and to those of colours always. */
const sights = [
  { mode: 'light', width: 1_280, among: 'all' },
  { mode: 'light', width: 360, among: 'colours' },
  { mode: 'dark', width: 360, among: 'all' },
  { mode: 'dark', width: 1_280, among: 'colours' },
] as const
const smallestWidth = 320

/** Looks at a page in both colours and at every width, and tells all that is wrong. */
export const problemsOf = async (
  look: VisualCase,
  as: Person | undefined,
  { visit, isAsked }: JourneyContext,
): Promise<string[]> => {
  const { page, trouble } = await visit({ ...(as && { as }), width: look.width ?? 1_280, strict: true, calm: true })
  await look.before?.(page)
  await page.goto(look.address ?? look.path)
  await waitForIdle(page)
  if (look.act !== undefined) {
    await look.act(page)
    await waitForIdle(page)
  }
  await expectTitle(page, new RegExp(`^${look.title.replaceAll('xx', String.raw`\d\d`)} · Runnel$`))
  const wrong: string[] = []
  for (const sight of sightsOf(look)) {
    const { mode, width, among } = sight
    await show(page, sight)
    const seen = [...(await accessibilityViolations(page, { among })), ...(await overflow(page))]
    wrong.push(...seen.map((words) => `${mode}, ${width} px: ${words}`))
    // Whoever asks for certain pages wants to see them; of a whole run those are kept that show what is wrong.
    if (isAsked || seen.length > 0) await picture(page, `${look.name}-${mode}-${width}`)
  }
  await page.setViewportSize({ width: smallestWidth, height: 640 })
  await settled(page)
  wrong.push(...(await overflow(page)).map((words) => `${smallestWidth} px: ${words}`))
  return [...wrong, ...unexpected(trouble.splice(0), look)]
}

interface Sight {
  readonly mode: 'light' | 'dark'
  readonly width: number
  readonly among: 'all' | 'colours'
}

const sightsOf = ({ width }: VisualCase): readonly Sight[] =>
  width === undefined
    ? sights
    : [
        { mode: 'light', width, among: 'all' },
        { mode: 'dark', width, among: 'all' },
      ]

/** As another tab would switch the mode; public pages only read it when they are drawn. */
const show = async (page: Page, { mode, width }: Sight): Promise<void> => {
  await page.setViewportSize({ width, height: 800 })
  await page.evaluate((wanted) => {
    if (localStorage.getItem('UIMode') === wanted) return
    localStorage.setItem('UIMode', wanted)
    document.documentElement.dataset['mode'] = wanted
    window.dispatchEvent(new StorageEvent('storage', { key: 'UIMode', newValue: wanted }))
  }, mode)
  // Whatever was done last may have scrolled there, and then what sticks to an edge covers half of something.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
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
