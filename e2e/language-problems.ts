import { accessibilityViolations } from '#e2e/accessibility.ts'
import { overflow } from '#e2e/assertions.ts'
import { lasting, settled, waitForIdle } from '#e2e/idle.ts'
import { misplacedText } from '#e2e/misplaced-text.ts'
import { picture } from '#e2e/page-problems.ts'
import type { JourneyContext } from '#e2e/runner.ts'
import type { VisualCase } from '#e2e/visual-cases.ts'
import type { Person } from '#e2e/world.ts'

/** Read from right to left, and as long as German. */
const languages = ['ar', 'pseudo'] as const
const widths = [360, 1_280] as const

/** Opens a page in each language, and tells what is cut, covered or closed to somebody there. */
export const languageProblemsOf = async (
  look: VisualCase,
  as: Person | undefined,
  { visit, isAsked, world }: JourneyContext,
): Promise<string[]> => {
  const { page, context } = await visit({ ...(as && { as }), width: widths[0], calm: true })
  const wrong: string[] = []
  await look.before?.(page)
  for (const locale of languages) {
    await context.addCookies([{ name: 'locale', value: locale, url: world.address }])
    await page.goto(look.address ?? look.path)
    await waitForIdle(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await settled(page)
      const unfit = await lasting(page, async () => [...(await overflow(page)), ...(await misplacedText(page))])
      // What is there is the same at each width.
      const closed = width === widths[0] ? await lasting(page, () => accessibilityViolations(page)) : []
      wrong.push(...[...unfit, ...closed].map((words) => `${locale}, ${width} px: ${words}`))
      if (isAsked || unfit.length > 0) await picture(page, `${look.name}-${locale}-${width}`)
    }
  }
  return wrong
}
