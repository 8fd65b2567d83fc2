import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { patienceMs } from '#e2e/browser.ts'
import { settled } from '#e2e/idle.ts'
import { toastPosition } from '#e2e/toasts.ts'

/** Tries until `check` no longer throws: for what comes true a moment later. */
export const eventually = async <T>(check: () => T | Promise<T>): Promise<T> => {
  const until = Date.now() + patienceMs
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (Date.now() > until) throw error
      await pause(100)
    }
  }
}

/** Waits until the page's address, without its origin, is this. */
export const expectUrl = (page: Page, wanted: string | RegExp): Promise<void> =>
  eventually(() => {
    const { pathname, search } = new URL(page.url())
    const address = decodeURIComponent(pathname + search)
    if (typeof wanted === 'string') assert.equal(address, wanted)
    else assert.match(address, wanted)
  })

export const expectTitle = (page: Page, wanted: string | RegExp): Promise<void> =>
  eventually(async () => {
    const title = await page.title()
    if (typeof wanted === 'string') assert.equal(title, wanted)
    else assert.match(title, wanted)
  })

/** Waits until the words can be seen. */
export const expectVisible = (
  where: Page | Locator,
  words: string | RegExp,
  { withinMs = patienceMs } = {},
): Promise<void> => where.getByText(words).filter({ visible: true }).first().waitFor({ timeout: withinMs })

/** Waits until nobody can see the words. */
export const expectHidden = (where: Page | Locator, words: string | RegExp): Promise<void> =>
  eventually(async () => {
    assert.equal(await where.getByText(words).filter({ visible: true }).count(), 0, `${words} should not be seen`)
  })

/** Waits for a message of this title and words, at the lower right where SPEC.md 8 wants it. */
export const toast = async (page: Page, title: 'Error' | 'Success', words: string | RegExp): Promise<void> => {
  const sought = { role: title === 'Error' ? 'alert' : 'status', words } as const
  await eventually(async () => {
    const place = await toastPosition(page, sought)
    assert(place !== undefined, `a message of the kind ${title} says: ${words}`)
    const view = page.viewportSize()
    if (place === null || view === null) return
    assert(place.right > view.width - 60, 'a message stands at the right')
    assert(place.top > view.height / 2, 'a message stands at the bottom')
  })
  await toastPosition(page, sought, { isTaken: true })
}

/**
 * On a phone a message covers what stands below it, and stays while one points at it: from now on it is put away. A
 * dialog that opened since lies over it, so nobody could point at its button; and it may go by itself meanwhile.
 */
export const dismissToasts = async (page: Page): Promise<void> => {
  const dismiss = page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Dismiss' }).first()
  const putAway = (button: Locator): Promise<void> =>
    button.dispatchEvent('click', undefined, { timeout: 1_000 }).catch(() => undefined)
  await page.addLocatorHandler(dismiss, putAway, { noWaitAfter: true })
}

/** Presses a key of the page itself, once no dialog lies over it and those who listen have begun to. */
export const strike = async (page: Page, key: string): Promise<void> => {
  await page.locator('dialog[open]').first().waitFor({ state: 'hidden' })
  await settled(page)
  await page.keyboard.press(key)
}

export const heading = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor()

/** Waits until the bar shows this balance, in units. */
export const showsBalance = (page: Page, units: number): Promise<void> =>
  eventually(async () => {
    const words = await page.getByRole('link', { name: /^Balance: / }).getAttribute('aria-label')
    assert.equal(Number(/^Balance: ([\d,]+) unit/.exec(words ?? '')?.[1]?.replaceAll(',', '')), units)
  })

/** What reaches beyond the right edge of the window, where nobody scrolls. */
export const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect()
        return right > clientWidth + 1 || (document.dir === 'rtl' && width > 0 && left < -1)
      })
      .slice(-3)
      .map((element) => element.outerHTML.slice(0, 160))
    return [`the page is ${scrollWidth} px wide: ${wide.join(' | ')}`]
  })
