import axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'

const standards = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that judge colours; every other one judges what is there, and how large it is. */
const ofColours = ['color-contrast', 'link-in-text-block']

/** What keeps people from using the page as it stands, by all rules or only by those that judge colours. */
export const accessibilityViolations = async (
  page: Page,
  { among }: { among: 'all' | 'colours' },
): Promise<string[]> => {
  for (const frame of page.frames()) await bring(frame)
  const runOnly =
    among === 'all' ? ({ type: 'tag', values: standards } as const) : ({ type: 'rule', values: ofColours } as const)
  const found = await page.evaluate(async (only) => {
    // `bring` put it there.
    const { axe: here } = window as unknown as { axe: typeof axe }
    const { violations } = await here.run(document, { runOnly: only, resultTypes: ['violations'] })
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => ({ html: html.slice(0, 160), failureSummary })),
    }))
  }, runOnly)
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html} ${failureSummary ?? ''}`),
  )
}

/** Reading half a megabyte of rules takes longer than following them, so each document reads them once. */
const bring = async (frame: Frame): Promise<void> => {
  const isMain = frame.parentFrame() === null
  try {
    if (await frame.evaluate(() => !('axe' in window))) await frame.evaluate(axe.source)
  } catch (error) {
    // A frame may be gone meanwhile, or allow no scripts; then it answers nothing either.
    if (isMain) throw error
  }
}
