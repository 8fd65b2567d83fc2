import { adUrlSentences, type AdUrlProblem } from '@runnel/contract/ad-url'
import type { FramesRefusedBy } from './framing.ts'

/** What was found at an advertised address. `msg` says it to the advertiser in a sentence. */
export type PageCheckResult =
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

/** Checks an address as a visitor who knows nothing of our network. It never throws for what it finds. */
export type CheckPage = (url: string, about: { readonly siteOrigin: string }) => Promise<PageCheckResult>

/** Thrown by any step that cannot go on, and turned into a result by the exported function. */
export class Unreachable extends Error {
  readonly reason: UnreachableReason
  constructor(reason: UnreachableReason) {
    super(reason)
    this.reason = reason
  }
}

const refusedSentences: Readonly<Record<Exclude<RefusedReason, 'bad-url'>, string>> = {
  'private-address': 'The URL leads to a private network. Use a public URL.',
  'bad-redirect': 'The URL redirects to a page that can’t be advertised. Use the final URL of your page.',
  'own-site': 'The URL redirects to this site. Use the URL of your own page.',
  'too-many-redirects': 'The URL redirects too often. Use the final URL of your page.',
  'not-a-page': 'No web page and no MP4 or WebM video found at this URL.',
  'not-embeddable': 'The server doesn’t allow other sites to play this video.',
}

const unreachableSentences: Readonly<Record<UnreachableReason, string>> = {
  'unknown-name': 'The domain name wasn’t found.',
  timeout: 'The server didn’t respond in time.',
  'no-connection': 'The server couldn’t be reached.',
  'no-certificate': 'The server has no valid certificate for a secure connection.',
  'broken-answer': 'The server sent an unreadable response.',
  'error-status': 'The server responded with an error.',
}

const framesSentence = 'This page doesn’t allow embedding. It can be opened in a new tab.'
const unencryptedSentence = 'This page isn’t fully encrypted, so it can only be opened in a new tab.'

export const refused = (reason: Exclude<RefusedReason, 'bad-url'>): PageCheckResult => ({
  kind: 'refused',
  reason,
  msg: refusedSentences[reason],
})

export const badUrl = (problem: AdUrlProblem): PageCheckResult => ({
  kind: 'refused',
  reason: 'bad-url',
  msg: adUrlSentences[problem],
})

export const unreachable = (reason: UnreachableReason): PageCheckResult => ({
  kind: 'unreachable',
  reason,
  msg: unreachableSentences[reason],
})

export const refusesFrames = (found: {
  readonly why: FramesRefusedBy | 'not-https'
  readonly finalUrl: string
  readonly title: string | null
}): PageCheckResult => ({
  kind: 'refuses-frames',
  ...found,
  msg: found.why === 'not-https' ? unencryptedSentence : framesSentence,
})
