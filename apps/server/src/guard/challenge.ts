import type { AntibotAnswer, AntibotChallenge, CaptchaChallenge, ChallengeAction } from '@runnel/contract/challenge'
import type { Settings } from '@runnel/contract/settings'

import type { CaptchaVerifying } from '#guard/challenge-answer.ts'
import { createChecks } from '#guard/challenge-answer.ts'
import { createIssuing } from '#guard/challenge-issue.ts'
import { practiseRound, zoomOf } from '#guard/challenge-practice.ts'
import type { PicturePool } from '#guard/picture/pool.ts'
import type { CheckRun } from '#kernel/context.ts'
import type { Db } from '#kernel/db.ts'
import type { Secrets } from '#kernel/secrets.ts'
import type { Caller, Visitor } from '#kernel/session.ts'

/** Who asks for a challenge, and for what. */
export interface Asking {
  readonly caller: Caller | undefined
  readonly visitor: Visitor
  readonly settings: Settings
  readonly now: Date
  readonly action: ChallengeAction
}

/** Human checks: issued as a signed envelope with a stored row, answered exactly once (ANTIBOT.md 3). */
export interface Challenges {
  readonly checks: Readonly<Record<'captcha' | 'antibot', CheckRun>>
  readonly issueOrder: (asking: Asking & { readonly caller: Caller }) => Promise<AntibotChallenge>
  readonly issueCaptcha: (asking: Asking) => Promise<CaptchaChallenge>
  readonly zoom: (asked: { caller: Caller; now: Date; id: string }) => Promise<Zoomed>
  readonly practise: (asked: { caller: Caller; now: Date; answer: AntibotAnswer }) => Promise<boolean>
}

export interface Zoomed {
  readonly instruction: string
  readonly tiles: { readonly id: string; readonly src: string }[]
}

export interface ChallengeRooms {
  readonly db: Db
  readonly secrets: Secrets
  readonly pictures: PicturePool
  readonly captcha: CaptchaVerifying
  /** Our own checks are asked everywhere, whatever provider the settings name. */
  readonly ownCaptcha: boolean
  /** The host under which the site runs; an external captcha solved elsewhere is refused. */
  readonly hostname: string
  /** Whether it runs on https, where browsers tell more of themselves. */
  readonly isSecure: boolean
}

/** Opens the room of human checks. */
export const createChallenges = (rooms: ChallengeRooms): Challenges => ({
  checks: createChecks(rooms),
  ...createIssuing(rooms),
  zoom: (asked) => zoomOf(rooms, asked),
  practise: (asked) => practiseRound(rooms, asked),
})
