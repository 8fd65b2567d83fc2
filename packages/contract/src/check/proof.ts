/**
 * The optional proof headers of a claim: `x-key`, `x-duration`, `x-bd` and `x-bd2`. Both ends must put the same bytes
 * under the same signature, so the words and their order stand here, where the ends meet.
 */
export const proofHeaders = ['x-key', 'x-duration', 'x-bd', 'x-bd2'] as const

/** What `x-key` signs: the answer together with everything the page says about itself. */
export const proofMessage = (said: {
  id: string
  order: readonly string[]
  duration: string
  bd: string
  bd2: string
}): string => `faucet|${said.id}|${said.order.join(',')}|${said.duration}|${said.bd}|${said.bd2}`

/** What the short code in `x-bd2` signs, so that a copied constant fails. */
export const conductMessage = (bits: number, id: string): string => `${bits}|${id}`

/** How many characters of that signature (base64url) are sent. */
export const CONDUCT_MAC_LENGTH = 8

/** `startClick.finishClick.gap,gap`: whole milliseconds since the pictures were painted. */
export const durationText = (clicks: { start: number; finish: number; gaps: readonly number[] }): string =>
  `${Math.round(clicks.start)}.${Math.round(clicks.finish)}.${clicks.gaps.map(Math.round).join(',')}`

/** Bits of the browser's mask in `x-bd`, lowest first; a set bit is something that ordinary browsers do not do. */
export const probeSigns = [
  'webdriver',
  'headless-agent',
  'software-graphics',
  'no-graphics',
  'window-smaller-than-page',
  'window-without-size',
  'brands-empty',
  'brands-other-version',
  'brands-only-chromium',
  'worker-differs',
  'frame-differs',
  'patched-functions',
  'patched-navigator',
  'no-plugins',
  'notifications-disagree',
  'no-languages',
  'screen-impossible',
  'automation-globals',
  'clock-disagrees',
  'touch-disagrees',
] as const
export type ProbeSign = (typeof probeSigns)[number]

/** Bits of `x-bd2`, lowest first: what happened on the page while the challenge was solved. */
export const conductSigns = [
  'hidden-field',
  'hidden-option',
  'decoy-call',
  'untrusted-events',
  'no-pointer-movement',
  'identical-points',
  'page-hidden',
  'adblock',
] as const
export type ConductSign = (typeof conductSigns)[number]

export const maskOf = <T extends string>(all: readonly T[], seen: ReadonlySet<T>): number =>
  all.reduce((mask, sign, bit) => (seen.has(sign) ? mask | (1 << bit) : mask), 0)

export const signsIn = <T extends string>(all: readonly T[], mask: number): T[] =>
  all.filter((_, bit) => (mask & (1 << bit)) !== 0)
