import type { LookAtPage, PageLook } from '#adapters/web-page/page-look.ts'

interface FakePages {
  readonly look: LookAtPage
  /** What is found at an address from now on. */
  readonly put: (url: string, found: PageLook) => void
  /** Every address that was looked at, in order. */
  readonly looked: readonly string[]
}

/** A net of made-up pages: an address nobody has put something at is a page that may be framed. */
export const createFakePages = (pages: Readonly<Record<string, PageLook>> = {}): FakePages => {
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
