import type { KeyObject } from 'node:crypto'
import type { ChallengeAction } from '@runnel/contract/check/captcha'
import type { Secrets } from '#kernel/secrets.ts'
import type { Caller, Visitor } from '#kernel/session.ts'
import type { ChallengeRow } from '#kernel/tables/tables.ts'
import { dailyKeys, type EnvelopePayload, openEnvelope, sealEnvelope } from './envelope.ts'

export type Family = ChallengeRow['family']

/** How long a challenge can be answered, in seconds: long enough for a slow reader, too short to hoard. */
export const CHALLENGE_SECONDS = 150
/** A form is filled in at leisure, and its proof of work is no help to a hoarder. */
export const FORM_SECONDS = 1_800

const formActions: readonly ChallengeAction[] = ['register', 'login', 'forgot', 'contact']

export const challengeTtlSeconds = (action: ChallengeAction): number =>
  formActions.includes(action) ? FORM_SECONDS : CHALLENGE_SECONDS

/** The eight bytes that a challenge is bound to: the session of a user, the device of a guest. */
export const bindingOf = ({ caller, visitor }: { caller: Caller | undefined; visitor: Visitor }): Buffer =>
  caller === undefined ? Buffer.from(visitor.deviceId.replaceAll('-', ''), 'hex').subarray(8, 16) : caller.sessionHash

export const sealChallenge = (secrets: Secrets, payload: EnvelopePayload, now: Date): string =>
  sealEnvelope(keysAt(secrets, now), payload)

export const openChallenge = (secrets: Secrets, token: string, now: Date) =>
  openEnvelope(keysAt(secrets, now), token, now)

const keysAt = (secrets: Secrets, now: Date) => dailyKeys(secrets.key, now)

/** Signs the proof headers of one challenge; made again when the answer comes, never stored. */
export const proofKey = (secrets: Secrets, payload: EnvelopePayload): Buffer =>
  secrets.hmac('proof', `${payload.s}|${payload.c}|${payload.e}`)

/** Makes the small sums that only a real page can do. */
export const instrumentKey = (secrets: Secrets): KeyObject => secrets.key('instrument')

/** What the stored row compares: the right options, in order, under a key that only the server has. */
export const answerMac = (secrets: Secrets, challengeId: string, options: readonly string[]): Buffer =>
  secrets.hmac('answer', `${challengeId}|${options.join(' ')}`)

/** Picked pictures have no order. */
export const uniqueSorted = (options: readonly string[]): string[] => [...new Set(options)].toSorted()
