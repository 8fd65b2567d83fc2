import type { AntibotAnswer, CaptchaAnswer } from '@runnel/contract/check/captcha'
import { sql } from 'kysely'
import { recordRiskSignal, recordTrapHit, type Trap } from '#guard/trap.ts'
import { later } from '#kernel/clock.ts'
import type { CheckRun } from '#kernel/context.ts'
import type { Db } from '#kernel/db.ts'
import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
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
import type { EnvelopePayload } from './envelope.ts'
import { verifyPow } from './pow.ts'
import { checkProof, isTampering, type Proof } from './proof.ts'
import { trapsIn } from './trap-options.ts'

export type Checked = Parameters<CheckRun>[0]
export type Reload = 'antibot' | 'captcha'

/** An answer as it was sent, read as far as can be done without using its challenge up. */
export interface ReadAnswer {
  readonly payload: EnvelopePayload
  /** What the stored challenge compares; null where nothing was picked. */
  readonly mac: Buffer | null
  readonly right: boolean
  readonly spoiled: boolean
  readonly proofMissing: boolean
  readonly reload: Reload
}

/** The message never says which part was wrong. */
export const refuseWrong = (reload: Reload): never =>
  refuse('malformed', 'CHALLENGE_WRONG', say('check.wrongAnswerTryAgain'), { reload })

export const refuseExpired = (reload: Reload): never =>
  refuse('malformed', 'CHALLENGE_EXPIRED', say('check.captchaExpiredSolveNew'), { reload })

/** Notes that a trap was hit. */
export const trap = (
  deps: ChallengeDeps,
  checked: Checked,
  name: Trap,
  sample: Record<string, string>,
): Promise<void> =>
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
  readonly families: readonly Family[]
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
    if (await isStolen(deps, checked, payload)) await trap(deps, checked, 'forged', { part: 'foreign' })
    return refuseWrong(reload)
  }
  return payload
}

/**
 * Whether a challenge of another account was carried here from another device. An earlier session of the same person
 * is no attack, and neither is a page that stood open in a browser where somebody else has signed in since.
 */
const isStolen = async (deps: ChallengeDeps, { caller, visitor }: Checked, { u, c }: EnvelopePayload) => {
  if (u === null || u === (caller?.id ?? null)) return false
  const row = await deps.db.read.selectFrom('challenges').select('device_id').where('id', '=', c).executeTakeFirst()
  return row !== undefined && row.device_id !== visitor.deviceId
}

/** Reads the answer to a click order, or to what takes its place. */
export const readOrder = async (deps: ChallengeDeps, checked: Checked, answer: AntibotAnswer): Promise<ReadAnswer> => {
  const named: Named = { token: answer.id, families: ['order', 'none', 'pow', 'free'], reload: 'antibot' }
  const payload = await openFor(deps, checked, named)
  const order = answer.order ?? []
  await recordTraps(deps, checked, payload, order)
  const right = payload.p !== 'pow' || (await isWorkDone(deps, checked, payload, answer.pow))
  const proof = payload.p === 'pow' ? undefined : proofOf(deps, checked, { answer, payload })
  if (proof !== undefined) await recordProof(deps, checked, proof)
  return {
    payload,
    mac: payload.p === 'order' ? answerMac(deps.secrets, payload.c, order) : null,
    right,
    // Where the pictures are picked in no order, the times of the clicks are only looked at.
    spoiled: payload.p === 'order' && proof?.wrongAnswer === true,
    proofMissing: proof?.verdict === 'absent',
    reload: 'antibot',
  }
}

const proofOf = (
  deps: ChallengeDeps,
  checked: Checked,
  { answer, payload }: { answer: AntibotAnswer; payload: EnvelopePayload },
): Proof =>
  checkProof({
    headers: checked.rawHeaders,
    challenge: {
      id: answer.id,
      order: answer.order ?? [],
      key: proofKey(deps.secrets, payload),
      instrument: createBrowserChallenge(instrumentKey(deps.secrets), payload.c).value,
    },
    isSecure: deps.isSecure,
    serverElapsedMs:
      checked.now.getTime() - later(new Date(payload.e * 1_000), -challengeTtlSeconds('faucet')).getTime(),
  })

/** Keeps what the proof gave away, in a statement of its own: most claims give nothing away. */
const recordProof = async (deps: ChallengeDeps, checked: Checked, proof: Proof): Promise<void> => {
  const { caller, now } = checked
  for (const hit of proof.traps) await trap(deps, checked, hit, { part: 'page' })
  const { deviceId, isNewDevice } = checked.visitor
  if (proof.print !== null && !isNewDevice) await recordFingerprint(deps.db, { deviceId, print: proof.print, now })
  if (caller === undefined || proof.marks.length === 0) return
  await deps.db.write(async (tx) => {
    for (const mark of proof.marks) {
      const shownBy = isTampering(mark.reason) ? undefined : deviceId
      await recordRiskSignal(tx, { ...mark, userId: caller.id, now, shownBy })
    }
  })
}

/** Notes whoever answers with what no person sees. */
const recordTraps = async (
  deps: ChallengeDeps,
  checked: Checked,
  payload: EnvelopePayload,
  answered: readonly string[],
): Promise<void> => {
  for (const name of trapsIn(deps.secrets, payload.c, answered)) await trap(deps, checked, name, {})
}

/** Reads the answer to a captcha: of ours, by work, or of the owner's provider, which is asked. */
export const readCaptcha = async (
  deps: ChallengeDeps,
  checked: Checked,
  answer: CaptchaAnswer,
): Promise<ReadAnswer> => {
  const named: Named = { token: answer.id, families: ['image', 'pow', 'external', 'free'], reload: 'captcha' }
  const payload = await openFor(deps, checked, named)
  const right =
    payload.p === 'external'
      ? await isExternalGood(deps, checked, answer.token)
      : payload.p === 'pow'
        ? await isWorkDone(deps, checked, payload, answer.pow)
        : true
  const picks = answer.picks ?? []
  await recordTraps(deps, checked, payload, picks)
  const mac = payload.p === 'image' ? answerMac(deps.secrets, payload.c, uniqueSorted(picks)) : null
  return { payload, mac, right, spoiled: false, proofMissing: false, reload: 'captcha' }
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
    refuse('maintenance', 'CAPTCHA_UNREACHABLE', say('check.captchaServiceRespondingTry'))
  }
  return verdict === 'good'
}

const PRINTS_KEPT = 50_000
const knownPrints = new WeakMap<Db, Map<string, string>>()

/**
 * Keeps what a device's browser looks like. Most claims come from a browser that looks as it did before, and this node
 * remembers so much: they cost no trip to the database.
 */
const recordFingerprint = async (
  db: Db,
  { deviceId, print, now }: { deviceId: string; print: string; now: Date },
): Promise<void> => {
  const known = knownPrints.get(db) ?? new Map<string, string>()
  knownPrints.set(db, known)
  if (known.get(deviceId) === print) return
  if (known.size >= PRINTS_KEPT) known.clear()
  known.set(deviceId, print)
  await db.write((tx) =>
    tx
      .insertInto('devices')
      .values({ id: deviceId, first_seen_at: now, print })
      .onConflict((row) =>
        row
          .column('id')
          .doUpdateSet({ print })
          .where('devices.print', sql`IS DISTINCT FROM`, print),
      )
      .execute(),
  )
}
