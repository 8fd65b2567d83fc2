import type { BrowserContext, Page } from 'playwright-core'

/** A message as it came; it goes by itself after some seconds, in which a busy machine may not come to look. */
interface RecordedToast {
  readonly role: string | null
  readonly text: string
  readonly card: Element
}

/** Nothing of the site, nor of the pages within it, is called so. */
type Teller = typeof window & { toldMessages?: RecordedToast[] }

/** Lets every page of a browser note the messages that it shows, in their order. */
export const recordToasts = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(() => {
    const told: RecordedToast[] = []
    const teller = window as Teller
    teller.toldMessages = told
    const known = new WeakSet<Element>()
    const note = (card: Element): void => {
      if (!known.has(card)) told.push({ role: card.getAttribute('role'), text: card.textContent ?? '', card })
      known.add(card)
    }
    new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target instanceof Element) for (const card of target.querySelectorAll('.toasts > .toast')) note(card)
    }).observe(document, { childList: true, subtree: true })
  })
}

interface Sought {
  readonly role: 'alert' | 'status'
  readonly words: string | RegExp
}

interface Place {
  readonly right: number
  readonly top: number
}

/**
 * Where a message stands; null when it has gone meanwhile, undefined when none came. The same words a second time are
 * another message: what `isTaken` is not found again.
 */
export const toastPosition = (
  page: Page,
  sought: Sought,
  { isTaken = false } = {},
): Promise<Place | null | undefined> =>
  page.evaluate(
    ({ role, words, taken }) => {
      const { toldMessages: told = [] } = window as Teller
      const isMeant = (text: string): boolean => (typeof words === 'string' ? text.includes(words) : words.test(text))
      const at = told.findLastIndex((one) => one.role === role && isMeant(one.text))
      const card = told[at]?.card
      if (card === undefined) return undefined
      if (taken) told.splice(at, 1)
      const { right, top } = card.getBoundingClientRect()
      return card.isConnected ? { right, top } : null
    },
    { ...sought, taken: isTaken },
  )
