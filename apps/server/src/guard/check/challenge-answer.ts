import { AntibotAnswer, CaptchaAnswer } from '@runnel/contract/check/captcha'
import * as z from 'zod/mini'
import { recordRiskSignal, recordTrapHit, type Trap } from '#guard/trap.ts'
import { later } from '#kernel/clock.ts'
import type { CheckRun } from '#kernel/context.ts'
import { refuse } from '#kernel/refusal.ts'
import { isFlagged } from './answer-statistics.ts'
import { createBrowserChallenge } from './browser-challenge.ts'
import {
  answerMac,
  bindingOf,
  type Family,
  instrumentKey,
  challengeTtlSeconds,
  openChallenge,
  proofKey,
  uniqueSorted,
} from './challenge-envelope.ts'
import type { ChallengeDeps } from './challenge.ts'
import { startCooldown, refuseDuringCooldown } from './cooldown.ts'
import type { EnvelopePayload } from './envelope.ts'
import { recordFingerprint } from './fingerprints.ts'
import { verifyPow } from './pow.ts'
import { checkProof, type Proof } from './proof.ts'
import { trapOrderOf } from './trap-order.ts'

/** Asks the owner's captcha provider; see adapters/captcha. */
export interface CaptchaVerifier {
  readonly verify: (asked: {
    readonly provider: 'turnstile' | 'hcaptcha' | 'recaptcha'
    readonly secret: string
    readonly token: string
    readonly hostname: string
  }) => Promise<'good' | 'bad' | 'unreachable'>
}

type Checked = Parameters<CheckRun>[0]
type Reload = 'antibot' | 'captcha'

const CaptchaBody = z.object({ captcha: z.optional(CaptchaAnswer), website: z.optional(z.string()) })
const AntibotBody = z.object({ antibot: AntibotAnswer, captcha: z.optional(CaptchaAnswer) })

/** Points of an account whose answers the sequential test takes for a program's (ANTIBOT.md 4). */
const FLAG_POINTS = 50

export const createChecks = (deps: ChallengeDeps): Readonly<Record<'captcha' | 'antibot', CheckRun>> => ({
  captcha: async (checked) => {
    const body = z.parse(CaptchaBody, checked.body)
    if (checked.caller !== undefined) refuseDuringCooldown(checked.caller, checked.now)
    // A trap never answers differently: what fills the hidden field goes on as if nothing had been seen.
    if ((body.website ?? '') !== '') await trap(deps, checked, 'hidden-field', { field: 'website' })
    if (body.captcha === undefined) return refuseWrong('captcha')
    await checkCaptcha(deps, checked, body.captcha)
  },
  antibot: async (checked) => {
    const body = z.parse(AntibotBody, checked.body)
    if (checked.caller !== undefined) refuseDuringCooldown(checked.caller, checked.now)
    const alsoCaptcha = await checkOrder(deps, checked, body.antibot)
    if (!alsoCaptcha) return
    if (body.captcha === undefined) return refuseWrong('captcha')
    await checkCaptcha(deps, checked, body.captcha)
  },
})

/** The message never says which part was wrong. */
const refuseWrong = (reload: Reload): never =>
  refuse('malformed', 'CHALLENGE_WRONG', 'Wrong answer. Try again with the new images.', { reload })

const refuseExpired = (reload: Reload): never =>
  refuse('malformed', 'CHALLENGE_EXPIRED', 'The captcha expired. Solve the new one.', { reload })

const trap = (deps: ChallengeDeps, checked: Checked, name: Trap, sample: Record<string, string>): Promise<void> =>
  recordTrapHit(deps.db, {
    trap: name,
    visitor: checked.visitor,
    userId: checked.caller?.id ?? null,
    sample: { route: checked.route.path, ...sample },
    now: checked.now,
  })

/** The action that a route's challenges are bound to. */
const actionOf = (path: string): string => {
  if (path.startsWith('/api/withdraw/')) return 'withdraw'
  if (path.startsWith('/api/ptc/')) return 'ptc'
  if (path.startsWith('/api/bonus/')) return 'bonus'
  return actions[path] ?? 'none'
}

const actions: Readonly<Record<string, string>> = {
  '/api/auth/register': 'register',
  '/api/auth/login': 'login',
  '/api/auth/forgot-password': 'forgot',
  '/api/contact': 'contact',
  '/api/faucet': 'faucet',
}

interface Named {
  readonly token: string
  readonly families: readonly (Family | 'order-work')[]
  readonly reload: Reload
}

/** Opens the envelope and checks that it was sealed for this very caller, action and family. */
const openFor = async (deps: ChallengeDeps, checked: Checked, named: Named): Promise<EnvelopePayload> => {
  const { token, families, reload } = named
  const opened = openChallenge(deps.secrets, token, checked.now)
  if (!opened.ok) {
    if (opened.reason === 'forged') await trap(deps, checked, 'forged', { part: reload })
    return opened.reason === 'expired' ? refuseExpired(reload) : refuseWrong(reload)
  }
  const { payload } = opened
  const isOwn =
    payload.u === (checked.caller?.id ?? null) &&
    payload.s === bindingOf(checked).toString('hex') &&
    payload.a === actionOf(checked.route.path)
  const family = families.find((candidate) => candidate === payload.p)
  if (!isOwn || family === undefined) {
    // A challenge of an earlier session of the same person is no attack; one of another account is.
    const isForeign = payload.u !== null && payload.u !== (checked.caller?.id ?? null)
    if (isForeign) await trap(deps, checked, 'forged', { part: 'foreign' })
    return refuseWrong(reload)
  }
  return payload
}

interface Answered {
  readonly outcome: 'right' | 'wrong' | 'expired' | 'replay'
  readonly captcha_too: boolean | null
  readonly streak: number | null
  readonly llr: number | null
}

interface BurnInput {
  readonly payload: EnvelopePayload
  readonly mac: Buffer | null
  readonly right: boolean
  readonly spoiled: boolean
  readonly proofMissing: boolean
}

/** Uses the challenge up, whatever the answer: one statement, committed by itself before the handler's transaction. */
const burn = async (deps: ChallengeDeps, checked: Checked, input: BurnInput): Promise<Answered> => {
  const { payload, mac, right, spoiled, proofMissing } = input
  const [row] = await deps.db.raw('SELECT * FROM challenge_answer($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    payload.c,
    bindingOf(checked),
    payload.a,
    mac,
    right,
    spoiled,
    checked.idempotencyKey ?? null,
    proofMissing,
    checked.now,
  ])
  // The function's own columns, written down in migration 0003.
  return row as unknown as Answered
}

/** Follows an answer through: passes when it was right, remembers and refuses when not. */
const conclude = async (deps: ChallengeDeps, checked: Checked, answered: Answered, reload: Reload): Promise<void> => {
  const { caller, now } = checked
  if (answered.outcome === 'right') return
  if (answered.outcome === 'expired') return refuseExpired(reload)
  if (answered.outcome === 'replay') {
    await trap(deps, checked, 'replayed', { part: reload })
    return refuseWrong(reload)
  }
  if (caller !== undefined && answered.llr !== null && isFlagged(answered.llr)) {
    const detail = 'Captcha success rate too low for a human.'
    const mark = { userId: caller.id, family: 'answers', reason: 'sequential', points: FLAG_POINTS, detail, now }
    await deps.db.write((tx) => recordRiskSignal(tx, mark))
  }
  const wrongStreak = answered.streak ?? 0
  if (caller !== undefined) await startCooldown(deps.db, { userId: caller.id, wrongStreak, now })
  return refuseWrong(wrongStreak >= 2 ? 'captcha' : reload)
}

const checkOrder = async (deps: ChallengeDeps, checked: Checked, answer: AntibotAnswer): Promise<boolean> => {
  const named: Named = { token: answer.id, families: ['order', 'order-work', 'pow'], reload: 'antibot' }
  const payload = await openFor(deps, checked, named)
  if (payload.p === 'pow') {
    const right = await isWorkDone(deps, checked, payload, answer.pow)
    const burnt = await burn(deps, checked, { payload, mac: null, right, spoiled: false, proofMissing: false })
    await conclude(deps, checked, burnt, 'antibot')
    return false
  }
  const order = answer.order ?? []
  const proof = checkProof({
    headers: checked.rawHeaders,
    challenge: {
      id: answer.id,
      order,
      key: proofKey(deps.secrets, payload),
      instrument: createBrowserChallenge(instrumentKey(deps.secrets), payload.c).value,
    },
    isSecure: deps.isSecure,
    serverElapsedMs:
      checked.now.getTime() - later(new Date(payload.e * 1_000), -challengeTtlSeconds('faucet')).getTime(),
  })
  const worked = payload.p === 'order' || (await isWorkDone(deps, checked, payload, answer.pow))
  const answered = await burn(deps, checked, {
    payload,
    mac: answerMac(deps.secrets, payload.c, order),
    right: worked,
    spoiled: proof.wrongAnswer,
    proofMissing: proof.verdict === 'absent',
  })
  await recordProof(deps, checked, proof)
  if (answered.outcome === 'wrong') await recordTrapOrder(deps, checked, payload.c, order)
  await conclude(deps, checked, answered, 'antibot')
  return answered.captcha_too === true
}

/** Keeps what the proof gave away, in a statement of its own: most claims give nothing away. */
const recordProof = async (deps: ChallengeDeps, checked: Checked, proof: Proof): Promise<void> => {
  const { caller, now } = checked
  for (const hit of proof.traps) await trap(deps, checked, hit, { part: 'page' })
  if (proof.print !== null) await recordFingerprint(deps.db, { deviceId: checked.visitor.deviceId, print: proof.print })
  if (caller === undefined || proof.marks.length === 0) return
  await deps.db.write(async (tx) => {
    for (const mark of proof.marks) await recordRiskSignal(tx, { ...mark, userId: caller.id, now })
  })
}

/** Whoever answers with the false solution has read what no person sees. */
const recordTrapOrder = async (deps: ChallengeDeps, checked: Checked, id: string, order: readonly string[]) => {
  const row = await deps.db.read
    .selectFrom('challenges')
    .select(['option_ids', 'answer_mac'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined || row.answer_mac === null || order.length === 0) return
  const asked = { id, optionIds: row.option_ids, pick: order.length, answerMac: row.answer_mac }
  if (trapOrderOf(deps.secrets, asked).join() === order.join()) await trap(deps, checked, 'trap-order', {})
}

const checkCaptcha = async (deps: ChallengeDeps, checked: Checked, answer: CaptchaAnswer): Promise<void> => {
  const named: Named = { token: answer.id, families: ['image', 'pow', 'external'], reload: 'captcha' }
  const payload = await openFor(deps, checked, named)
  const right =
    payload.p === 'external'
      ? await isExternalGood(deps, checked, answer.token)
      : payload.p === 'pow'
        ? await isWorkDone(deps, checked, payload, answer.pow)
        : true
  const mac = payload.p === 'image' ? answerMac(deps.secrets, payload.c, uniqueSorted(answer.picks ?? [])) : null
  const answered = await burn(deps, checked, { payload, mac, right, spoiled: false, proofMissing: false })
  await conclude(deps, checked, answered, 'captcha')
}

const isWorkDone = async (
  deps: ChallengeDeps,
  checked: Checked,
  payload: EnvelopePayload,
  solution: AntibotAnswer['pow'],
): Promise<boolean> => {
  if (solution === undefined) return false
  const row = await deps.db.read.selectFrom('challenges').select('pow').where('id', '=', payload.c).executeTakeFirst()
  if (row?.pow === undefined || row.pow === null) return false
  const verdict = await verifyPow({
    // Written by `createPow` and stored unchanged; the signature inside is checked once more.
    challenge: row.pow as Parameters<typeof verifyPow>[0]['challenge'],
    solution,
    secret: deps.secrets.hmac('pow', 'work'),
    now: checked.now,
  })
  return verdict.ok && verdict.id === payload.c
}

const isExternalGood = async (deps: ChallengeDeps, checked: Checked, token: string | undefined): Promise<boolean> => {
  const { captcha_provider: provider, captcha_secret: secret } = checked.settings
  if (token === undefined || provider === 'own') return false
  const verdict = await deps.captcha.verify({ provider, secret, token, hostname: deps.hostname })
  if (verdict === 'unreachable') {
    refuse('maintenance', 'CAPTCHA_UNREACHABLE', 'The captcha service isn’t responding. Try again in a minute.')
  }
  return verdict === 'good'
}
