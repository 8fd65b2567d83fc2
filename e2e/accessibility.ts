import axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'
import type { News, Viewer } from '#e2e/sights.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that judge colours; every other one judges what is there, and how large it is. */
const ofColours = ['color-contrast', 'link-in-text-block']
/** The rules that judge an element by others, wherever on the page these stand. */
const ofOutline = [
  'heading-order',
  'page-has-heading-one',
  'bypass',
  'skip-link',
  'frame-title-unique',
  'landmark-one-main',
  'landmark-unique',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-main',
  'landmark-banner-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-contentinfo-is-top-level',
  'landmark-no-duplicate-contentinfo',
]

interface Judgment {
  readonly rules: 'all' | readonly string[]
  /** Of the whole page, or of those of its elements that `noteSight` found to be new. */
  readonly of: 'page' | 'new elements'
}

/** The faults that keep people from using the page as it stands, by all rules. */
export const accessibilityViolations = (page: Page): Promise<string[]> => violations(page, { rules: 'all', of: 'page' })

/** The faults that keep people from using the page as it stands, in the parts that `noteSight` found to be new. */
export const newViolations = async (page: Page, news: News): Promise<string[]> => {
  if (news.page) return accessibilityViolations(page)
  const found: string[] = []
  if (news.elements) found.push(...(await violations(page, { rules: 'all', of: 'new elements' })))
  if (news.colours) found.push(...(await violations(page, { rules: ofColours, of: 'page' })))
  if (news.outline) found.push(...(await violations(page, { rules: ofOutline, of: 'page' })))
  return [...new Set(found)]
}

const violations = async (page: Page, { rules, of }: Judgment): Promise<string[]> => {
  for (const frame of page.frames()) await bring(frame)
  const runOnly =
    rules === 'all' ? { type: 'tag' as const, values: standards } : { type: 'rule' as const, values: [...rules] }
  const found = await page.evaluate(
    async ({ only, isAll }) => {
      // `bring` put the one there, and `noteSight` the other.
      const { axe: here, sights } = window as Viewer & { axe?: typeof axe }
      const where = isAll ? document : { include: [...(sights?.elements ?? [])] }
      const result = await here?.run(where, {
        runOnly: only,
        resultTypes: ['violations'],
        elementRef: true,
      })
      return result?.violations.map(({ id, help, nodes }) => ({
        id,
        help,
        nodes: nodes.slice(0, 3).map(({ element, target, failureSummary }) => ({
          // Elements of a frame are only known by their place.
          html: element?.outerHTML.slice(0, 160) ?? target.join(' '),
          failureSummary,
        })),
      }))
    },
    { only: runOnly, isAll: of === 'page' },
  )
  if (found === undefined) throw new Error('the rules did not come to the page')
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html} ${failureSummary ?? ''}`),
  )
}

/**
 * Reading half a megabyte of rules takes longer than following them, so each document reads them once. They would write
 * down all elements that they judge, where only the few are shown that are wrong.
 */
const bring = async (frame: Frame): Promise<void> => {
  const isMain = frame.parentFrame() === null
  try {
    if (await frame.evaluate(() => !('axe' in window)))
      await frame.evaluate(`${axe.source};axe.configure({ noHtml: true })`)
  } catch (error) {
    // A frame may be gone meanwhile, or allow no scripts; then it answers nothing either.
    if (isMain) throw error
  }
}
