import type { BannerSize } from '@runnel/contract/home'
import { setAdblock } from '#base/store.ts'

const dismissedKey = 'adblockNote'
/** A blocker hides what looks like an ad, but only after it has seen it. */
const baitMs = 150

/**
 * Finds out whether ads are kept from this page, and notes it for all that want to know. Gives a function that ends the
 * search without a result.
 */
export const detectAdblock = (banner: BannerSize | undefined): (() => void) => {
  let isOver = false
  const bait = layBait()
  const stopped = banner === undefined ? Promise.resolve(false) : isBlocked(banner)
  const timer = setTimeout(async () => {
    const isHidden = isTaken(bait)
    bait.remove()
    const isBlocking = isHidden || (await stopped)
    if (!isOver) setAdblock(isBlocking)
  }, baitMs)
  return () => {
    isOver = true
    clearTimeout(timer)
    bait.remove()
  }
}

/** An empty element with the names that every filter list knows. */
const layBait = (): HTMLElement => {
  const bait = document.createElement('div')
  bait.className = 'adsbox ad-banner ads-banner adsbygoogle textads banner-ads'
  bait.setAttribute('aria-hidden', 'true')
  bait.style.cssText = 'position:absolute;inset:auto auto 0 -9999px;width:1px;height:1px'
  document.body.append(bait)
  return bait
}

const isTaken = (bait: HTMLElement): boolean => {
  const { display, visibility } = getComputedStyle(bait)
  return display === 'none' || visibility === 'hidden'
}

/** A frame does not tell whether it was let through; the same address asked for plainly does. */
const isBlocked = async (size: BannerSize): Promise<boolean> => {
  if (!navigator.onLine) return false
  return fetch(`/banner/${size}`, { credentials: 'omit' }).then(
    () => false,
    () => navigator.onLine,
  )
}

export const isNoteDismissed = (): boolean => {
  try {
    return localStorage.getItem(dismissedKey) !== null
  } catch {
    return false
  }
}

export const dismissNote = (): void => {
  try {
    localStorage.setItem(dismissedKey, '1')
  } catch {
    // Then it comes again with the next visit.
  }
}
