import type { AdUrlProblem } from '@runnel/contract/ad-url'
import { adUrlSentences } from '#kernel/words/ad-url.ts'
import { say, type Words } from '#kernel/words/say.ts'
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
      readonly msg: Words
    }
  /** A video file. `bytes` is what its server says of its length. */
  | { readonly kind: 'video'; readonly contentType: string; readonly bytes: number | null; readonly finalUrl: string }
  /** It cannot be advertised as it is: the advertiser has to change something. */
  | { readonly kind: 'refused'; readonly reason: RefusedReason; readonly msg: Words }
  /** It could not be seen now: it may be there later. */
  | { readonly kind: 'unreachable'; readonly reason: UnreachableReason; readonly msg: Words }

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

const refusedSentences: Readonly<Record<Exclude<RefusedReason, 'bad-url'>, Words>> = {
  'private-address': say('page.urlLeadsPrivateNetwork'),
  'bad-redirect': say('page.urlRedirectsPageAdvertised'),
  'own-site': say('page.urlRedirectsSiteUse'),
  'too-many-redirects': say('page.urlRedirectsTooOften'),
  'not-a-page': say('page.noWebPageNo'),
  'not-embeddable': say('page.serverDoesntAllowOther'),
}

const unreachableSentences: Readonly<Record<UnreachableReason, Words>> = {
  'unknown-name': say('page.domainNameWasntFound'),
  timeout: say('page.serverDidntRespondTime'),
  'no-connection': say('page.serverCouldntReached'),
  'no-certificate': say('page.serverNoValidCertificate'),
  'broken-answer': say('page.serverSentUnreadableResponse'),
  'error-status': say('page.serverRespondedError'),
}

const framesSentence = say('page.pageDoesntAllowEmbedding')
const unencryptedSentence = say('page.pageFullyEncryptedOnly')

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
