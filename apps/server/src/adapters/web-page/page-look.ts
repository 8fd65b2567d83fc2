import { adUrlSentences, type AdUrlProblem } from '@runnel/contract/ad-url'

import type { FramesRefusedBy } from './framing.ts'

/** What was found at an advertised address. `msg` says it to the advertiser in a sentence. */
export type PageLook =
  /** A page that our site may show in a frame. */
  | { readonly kind: 'frameable'; readonly finalUrl: string; readonly title: string | null }
  /** A page that opens only in its own tab. `not-https`: a step on the way there is not encrypted. */
  | {
      readonly kind: 'refuses-frames'
      readonly why: FramesRefusedBy | 'not-https'
      readonly finalUrl: string
      readonly title: string | null
      readonly msg: string
    }
  /** A video file. `bytes` is what its server says of its length. */
  | { readonly kind: 'video'; readonly contentType: string; readonly bytes: number | null; readonly finalUrl: string }
  /** It cannot be advertised as it is: the advertiser has to change something. */
  | { readonly kind: 'refused'; readonly reason: RefusedReason; readonly msg: string }
  /** It could not be seen now: it may be there later. */
  | { readonly kind: 'unreachable'; readonly reason: UnreachableReason; readonly msg: string }

export type RefusedReason =
  | 'bad-url'
  | 'private-address'
  | 'bad-redirect'
  | 'own-site'
  | 'too-many-redirects'
  | 'not-a-page'
  | 'not-embeddable'

export type UnreachableReason =
  | 'unknown-name'
  | 'timeout'
  | 'no-connection'
  | 'no-certificate'
  | 'broken-answer'
  | 'error-status'

/** Looks at an address as a visitor who knows nothing of our network. It never throws for what it finds. */
export type LookAtPage = (url: string, about: { readonly siteOrigin: string }) => Promise<PageLook>

/** Thrown inside of the room by whatever cannot go on, and turned into an answer at its door. */
export class Unreachable extends Error {
  readonly reason: UnreachableReason
  constructor(reason: UnreachableReason) {
    super(reason)
    this.reason = reason
  }
}

const refusedSentences: Readonly<Record<Exclude<RefusedReason, 'bad-url'>, string>> = {
  'private-address': 'The address leads to a private network. Use one that is reached over the public internet.',
  'bad-redirect': 'The address forwards to another one that cannot be advertised. Use the final address of your page.',
  'own-site': 'The address forwards to this site itself. Use the address of your own page.',
  'too-many-redirects': 'The address forwards too often. Use the final address of your page.',
  'not-a-page': 'There is neither a web page nor an mp4 or webm video at this address.',
  'not-embeddable': 'The server of this video does not let other sites play it.',
}

const unreachableSentences: Readonly<Record<UnreachableReason, string>> = {
  'unknown-name': 'The domain name of this address was not found.',
  timeout: 'The server of this address did not answer in time.',
  'no-connection': 'The server of this address could not be reached.',
  'no-certificate': 'The server of this address has no valid certificate for a secure connection.',
  'broken-answer': 'The server of this address sent an answer that could not be read.',
  'error-status': 'The server of this address answered with an error.',
}

const framesSentence = 'This page does not let other sites show it in a frame. It can be opened in its own tab.'
const unencryptedSentence = 'This page is not encrypted all the way, so it can only be opened in its own tab.'

export const refused = (reason: Exclude<RefusedReason, 'bad-url'>): PageLook => ({
  kind: 'refused',
  reason,
  msg: refusedSentences[reason],
})

export const badUrl = (problem: AdUrlProblem): PageLook => ({
  kind: 'refused',
  reason: 'bad-url',
  msg: adUrlSentences[problem],
})

export const unreachable = (reason: UnreachableReason): PageLook => ({
  kind: 'unreachable',
  reason,
  msg: unreachableSentences[reason],
})

export const refusesFrames = (found: {
  readonly why: FramesRefusedBy | 'not-https'
  readonly finalUrl: string
  readonly title: string | null
}): PageLook => ({
  kind: 'refuses-frames',
  ...found,
  msg: found.why === 'not-https' ? unencryptedSentence : framesSentence,
})
