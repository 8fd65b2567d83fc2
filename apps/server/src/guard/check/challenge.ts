import type { AntibotAnswer, AntibotChallenge, CaptchaChallenge, ChallengeAction } from '@runnel/contract/check/captcha'
import type { Settings } from '@runnel/contract/settings/settings'
import type { PicturePool } from '#guard/captcha-image/pool.ts'
import type { CheckRun } from '#kernel/context.ts'
import type { Db, Read } from '#kernel/db.ts'
import type { RateLimits } from '#kernel/http/rate-limit.ts'
import type { Secrets } from '#kernel/secrets.ts'
import type { Caller, Visitor } from '#kernel/session.ts'
import { type CaptchaVerifier, createChecks } from './challenge-answer.ts'
import { createIssuing } from './challenge-issue.ts'
import { practiseRound } from './challenge-practice.ts'

/** Who asks for a challenge, and for what. */
export interface ChallengeRequest {
  readonly caller: Caller | undefined
  readonly visitor: Visitor
  readonly settings: Settings
  readonly now: Date
  readonly action: ChallengeAction
  /** Reads the units that the action pays; undefined where nothing is open that could pay. */
  readonly payOf?: (db: Read) => Promise<number | undefined>
}

/** Human checks: issued as a signed envelope with a stored row, answered exactly once (ANTIBOT.md 3). */
export interface Challenges extends ChallengeIssuer {
  /** These may ask a captcha provider, so the mount runs them before the transaction. */
  readonly checks: Readonly<Record<'captcha' | 'antibot', CheckRun>>
}

/** What handlers use of them; it calls nobody. */
export interface ChallengeIssuer {
  readonly issueOrder: (request: ChallengeRequest & { readonly caller: Caller }) => Promise<AntibotChallenge>
  readonly issueCaptcha: (request: ChallengeRequest) => Promise<CaptchaChallenge>
  readonly practise: (asked: { caller: Caller; now: Date; answer: AntibotAnswer }) => Promise<boolean>
}

export interface ChallengeDeps {
  readonly db: Db
  readonly secrets: Secrets
  readonly pictures: PicturePool
  readonly captcha: CaptchaVerifier
  readonly limits: RateLimits
  /** Our own checks are asked everywhere, whatever provider the settings name. */
  readonly ownCaptcha: boolean
  /** The host under which the site runs; an external captcha solved elsewhere is refused. */
  readonly hostname: string
  /** Whether it runs on https, where browsers tell more of themselves. */
  readonly isSecure: boolean
}

/** Creates the captcha challenges. */
export const createChallenges = (deps: ChallengeDeps): Challenges => ({
  checks: createChecks(deps),
  ...createIssuing(deps),
  practise: (asked) => practiseRound(deps, asked),
})
