import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import {
  CONDUCT_MAC_LENGTH,
  conductMessage,
  conductSigns,
  probeSigns,
  proofMessage,
  signsIn,
  type ConductSign,
} from '@runnel/contract/check/proof'
import type { RiskReason } from '#guard/suspicion/catalogue.ts'
import { equalBytes } from '#kernel/secrets.ts'
import { say } from '#kernel/words/say.ts'
import { headerSignals, probeSignals } from './browser-signals.ts'

/** What was found; the caller adds the marks to the account of who sent it. */
export interface ProofMark {
  readonly family: 'client'
  readonly reason: RiskReason
  readonly points: number
  readonly detail: string
}
export interface Proof {
  readonly verdict: 'absent' | 'sound' | 'doubtful' | 'tampered'
  readonly points: number
  readonly marks: readonly ProofMark[]
  readonly reasons: readonly string[]
  /** The clicks cannot have happened as told: the answer counts as wrong. */
  readonly wrongAnswer: boolean
  /** Traps that were hit on the page; they have points and a log of their own. */
  readonly traps: readonly ('hidden-field' | 'hidden-option' | 'decoy-address')[]
  readonly pace: Pace | null
  /** A hash over what the browser says of itself, as the page sent it; many browsers have the same. */
  readonly print: string | null
}
/** Milliseconds since the pictures were painted. */
export interface Pace {
  readonly start: number
  readonly finish: number
  readonly gaps: readonly number[]
}
type Headers = Readonly<Record<string, string | string[] | undefined>>
export interface ProofFacts {
  readonly headers: Headers
  readonly challenge: {
    /** The id as it went over the wire. */
    readonly id: string
    /** The chosen options, in order. */
    readonly order: readonly string[]
    /** The key that went out with the challenge, as bytes. */
    readonly key: Buffer
    /** What the instrument of this challenge must have measured. */
    readonly instrument: number
  }
  readonly serverElapsedMs: number
  /** Browsers name their brands over https only. */
  readonly isSecure: boolean
}

const capPoints = 40
const longestHeader = 2_000

/**
 * Judges the optional headers of a claim. They are integrity and consistency, not secrecy: what does not add up
 * weighs points, only an impossible course of clicks makes the answer wrong, and their absence costs little.
 */
export const checkProof = (facts: ProofFacts): Proof => {
  const { headers, challenge } = facts
  const said = {
    key: header(headers, 'x-key'),
    duration: header(headers, 'x-duration'),
    bd: header(headers, 'x-bd'),
    bd2: header(headers, 'x-bd2'),
  }
  if (said.key === '') {
    return report('absent', { marks: [riskSignal('proof-missing', 10, say('signal.claimCameWithoutProof'))] })
  }
  const key = createSecretKey(challenge.key)
  const expected = mac(key, proofMessage({ ...said, id: challenge.id, order: challenge.order }))
  if (!equalBytes(Buffer.from(expected), Buffer.from(said.key))) {
    return report('tampered', { marks: [riskSignal('bad-key', 40, say('signal.signedPageProofModified'))] })
  }
  const pace = paceOf(said.duration)
  const isPossible = pace !== null && couldHappen(pace, { elapsed: facts.serverElapsedMs })
  const page = conductOf({ key, id: challenge.id, bd2: said.bd2 })
  const marks = [...browserMarks(facts, said.bd), ...page.marks]
  return report(marks.length + page.traps.length === 0 && isPossible ? 'sound' : 'doubtful', {
    marks,
    traps: page.traps,
    pace: isPossible ? pace : null,
    print: printOf(said.bd),
    wrongAnswer: !isPossible,
  })
}

const header = (headers: Headers, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' && value.length <= longestHeader ? value : ''
}

const mac = (key: KeyObject, message: string): string => createHmac('sha256', key).update(message).digest('base64url')

const report = (verdict: Proof['verdict'], found: Partial<Proof> & { marks: readonly ProofMark[] }): Proof => ({
  verdict,
  points: Math.min(
    capPoints,
    found.marks.reduce((sum, { points }) => sum + points, 0),
  ),
  marks: found.marks,
  reasons: found.marks.map(({ detail }) => detail),
  wrongAnswer: found.wrongAnswer ?? false,
  traps: found.traps ?? [],
  pace: found.pace ?? null,
  print: found.print ?? null,
})

const riskSignal = (reason: RiskReason, points: number, detail: string): ProofMark => ({
  family: 'client',
  reason,
  points,
  detail,
})

/** What only somebody does who edits what the page signed; anything else may be the way a browser is, every time. */
export const isTampering = (reason: RiskReason): boolean => reason === 'bad-key' || reason === 'bad-conduct'

const paceOf = (duration: string): Pace | null => {
  const match = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9}(?:,\d{1,9}){0,63})?$/.exec(duration)
  if (match === null) return null
  const [, start, finish, gaps = ''] = match
  return { start: Number(start), finish: Number(finish), gaps: gaps === '' ? [] : gaps.split(',').map(Number) }
}

/** A hand needs time between clicks, and the server's clock has the last word on how long it all took. */
const couldHappen = (pace: Pace, clock: { elapsed: number }): boolean => {
  const clicks = pace.gaps.length + 1
  const sum = pace.gaps.reduce((total, gap) => total + gap, 0)
  return (
    pace.start > 0 &&
    pace.start <= pace.finish &&
    pace.finish <= clock.elapsed + 1_500 &&
    clock.elapsed >= 1_200 + 350 * clicks &&
    pace.gaps.every((gap) => gap >= 90) &&
    Math.abs(sum - (pace.finish - pace.start)) <= 20
  )
}

const browserMarks = (facts: ProofFacts, bd: string): ProofMark[] => {
  const said = browserOf(bd)
  const found = [
    ...headerSignals(facts.headers, { isSecure: facts.isSecure }),
    ...(said === null ? [] : probeSignals(signsIn(probeSigns, said.mask), facts.headers)),
  ].map(({ reason, points, detail }) => riskSignal(reason, points, detail))
  if (said?.instrument === facts.challenge.instrument) return found
  return [...found, riskSignal('no-real-page', 20, say('signal.browserChallengeFailed'))]
}

/** The print that a signed page told; anything else than a short word is none. */
const printOf = (bd: string): string | null => {
  const said = browserOf(bd)
  return said !== null && /^[\w-]{6,64}$/.test(said.print) ? said.print : null
}

const browserOf = (bd: string): { mask: number; instrument: number; print: string } | null => {
  try {
    const value: unknown = JSON.parse(Buffer.from(bd, 'base64url').toString('utf8'))
    if (typeof value !== 'object' || value === null || !('m' in value) || !('i' in value)) return null
    const { m: mask, i: instrument } = value
    const print = 'c' in value && typeof value.c === 'string' ? value.c : ''
    return typeof mask === 'number' && typeof instrument === 'number' ? { mask, instrument, print } : null
  } catch {
    return null
  }
}

type TellingSign = 'untrusted-events' | 'no-pointer-movement' | 'identical-points' | 'page-hidden'
const conductPoints: Readonly<Record<TellingSign, readonly [number, string]>> = {
  'untrusted-events': [25, say('signal.clicksGeneratedScript')],
  'no-pointer-movement': [10, say('signal.mouseClickedWithoutEver')],
  'identical-points': [15, say('signal.allClicksHitSame')],
  'page-hidden': [15, say('signal.captchaSolvedWhilePage')],
}
const isTelling = (sign: ConductSign): sign is TellingSign => sign in conductPoints
const conductTraps: Readonly<Partial<Record<ConductSign, Proof['traps'][number]>>> = {
  'hidden-field': 'hidden-field',
  'hidden-option': 'hidden-option',
  'decoy-call': 'decoy-address',
}

const conductOf = (said: { key: KeyObject; id: string; bd2: string }): Pick<Proof, 'marks' | 'traps'> => {
  const [bits = '', code = ''] = said.bd2.split('.')
  const expected = mac(said.key, conductMessage(Number(bits), said.id)).slice(0, CONDUCT_MAC_LENGTH)
  if (!/^\d{1,3}$/.test(bits) || !equalBytes(Buffer.from(expected), Buffer.from(code))) {
    return { marks: [riskSignal('bad-conduct', 20, say('signal.interactionRecordCopied'))], traps: [] }
  }
  const signs = signsIn(conductSigns, Number(bits))
  return {
    marks: signs.filter(isTelling).map((sign) => riskSignal(sign, ...conductPoints[sign])),
    traps: signs.flatMap((sign) => conductTraps[sign] ?? []),
  }
}
