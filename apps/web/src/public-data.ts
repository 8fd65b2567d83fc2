import type { HomeStats, Site } from '@runnel/contract/home'
import type { Solvency } from '@runnel/contract/solvency'

/** What the server puts into a public page while it sends it. */
export interface PublicInput {
  /** The path of the address, without its query. */
  path: string
  site: Site
  /** For `/`; null when the figures are not to be had, and the page does without them. */
  stats?: HomeStats | null
  /** What the site owes and holds; `off` where the owner does not show it, null while it was never added up. */
  solvency?: Solvency | 'off' | null
  /** For the owner's texts; the HTML is already sanitised. */
  content?: PublicContent | null
  /** A catalogue's name; an unknown one reads English. */
  locale?: string
  /** PUBLIC_URL without a trailing slash, for canonical and social links; without it the page has none. */
  origin?: string
  /** The moment that 'two minutes ago' counts from. */
  now?: number
}

export interface PublicContent {
  title: string
  html: string
  updatedAt: string
}

/** The same with every gap filled, as the pages get it. */
export type PublicData = Required<PublicInput>

export interface PublicPage {
  /** The title of the browser's tab, before the name of the site. */
  title: (data: PublicData) => string
  description: (data: PublicData) => string
  /** Style that only this page needs, added to that of all public pages. */
  styles: string
  /** 404 when what the page is about is missing. */
  status: (data: PublicData) => number
  Page: (props: { data: PublicData }) => React.ReactNode
}
