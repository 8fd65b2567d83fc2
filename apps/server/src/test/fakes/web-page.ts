import type { CheckPage, PageCheckResult } from '#adapters/web-page/page-check.ts'

interface FakePages {
  readonly look: CheckPage
  /** What is found at an address from now on. */
  readonly put: (url: string, found: PageCheckResult) => void
  /** Every address that was checked, in order. */
  readonly looked: readonly string[]
}

/** A net of made-up pages: an address nobody has put something at is a page that may be framed. */
export const createFakePages = (pages: Readonly<Record<string, PageCheckResult>> = {}): FakePages => {
  const found = new Map(Object.entries(pages))
  const looked: string[] = []
  return {
    look: async (url) => {
      looked.push(url)
      return found.get(url) ?? { kind: 'frameable', finalUrl: url, title: null }
    },
    put: (url, page) => void found.set(url, page),
    looked,
  }
}
