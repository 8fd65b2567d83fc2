import type { Page } from 'playwright-core'

/** Who looks at a page. */
export type Viewer =
  | 'guest'
  | 'newcomer'
  | 'unverified'
  | 'earner'
  | 'advertiser'
  | 'paused'
  | 'locked'
  | 'twofold'
  | 'nameless'
  | 'appealing'
  | 'answered'
  | 'limited'
  | 'moderator'
  | 'owner'

/** One page in one state, as it is looked at in both colours and at every width. */
export interface VisualCase {
  /** Of the pictures that are taken of it. */
  readonly name: string
  /** As the page table writes it. */
  readonly path: string
  /** Where it is, if that is not its path. */
  readonly address?: string
  readonly as: Viewer
  readonly title: string
  /** The only width at which there is such a state. */
  readonly width?: number
  /** What is there before the page is opened. */
  readonly before?: (page: Page) => Promise<void>
  /** What is done before one looks. */
  readonly act?: (page: Page) => Promise<void>
  /** Somebody watches an ad: nobody else of that name may meanwhile, as a second one ends the first. */
  readonly isWatching?: true
  /** Answers of the server that the browser reports and that belong to this state. */
  readonly refusals?: readonly number[]
  /** What else the browser tells in this state. */
  readonly keeps?: RegExp
}

export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click()
