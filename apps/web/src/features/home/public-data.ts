import type { HomeStats, Site } from '@runnel/contract/home'

/** What the server puts into a public page while it sends it. */
export interface PublicData {
  site: Site
  /** PUBLIC_URL without a trailing slash, for canonical and social links. */
  origin: string
  /** For `/`. */
  home: HomeStats | null
  /** For the owner's texts; the HTML is already sanitised. */
  content: { title: string; html: string; updatedAt: string } | null
}

export interface PublicPage {
  title: (data: PublicData) => string
  description: (data: PublicData) => string
  Page: (props: { data: PublicData }) => React.ReactNode
}
