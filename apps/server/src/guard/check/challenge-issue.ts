import { randomBytes } from 'node:crypto'
import type { AntibotChallenge, CaptchaChallenge, ChallengeAction, Picture } from '@runnel/contract/check/captcha'
import { sql } from 'kysely'
import type { Drawn, Order } from '#guard/captcha-image/draw.ts'
import type { Picture as Painted } from '#guard/captcha-image/picture.ts'
import type { Level } from '#guard/captcha-image/scene.ts'
import { activeRestriction } from '#guard/restrictions.ts'
import { type RiskProfile, loadRiskProfile } from '#guard/suspicion/risk-profile.ts'
import { actionsFrom } from '#guard/suspicion/score.ts'
import { later } from '#kernel/clock.ts'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import type { ChallengeRow } from '#kernel/tables/tables.ts'
import { powLevelFor, sequentialTest } from './answer-statistics.ts'
import { createBrowserChallenge } from './browser-challenge.ts'
import {
  answerMac,
  bindingOf,
  type Family,
  instrumentKey,
  challengeTtlSeconds,
  proofKey,
  sealChallenge,
  uniqueSorted,
} from './challenge-envelope.ts'
import type { ChallengeRequest, ChallengeDeps, Challenges } from './challenge.ts'
import { refuseDuringCooldown } from './cooldown.ts'
import { createPow, type PowLevel } from './pow.ts'
import { trapOrderOf } from './trap-order.ts'

const PACK = 'pack-a'

/** What almost every challenge is drawn from: worth having ready before the first visitor comes. */
export const everydayOrders: readonly Order[] = [
  { family: 'click', pick: 3, level: 2, pack: PACK },
  { family: 'image', level: 2, pack: PACK },
]

/** A random share of claims shows the image captcha too, so that its solvers are measured as well. */
const CONTROL_SHARE = 0.03
const FREE_RELOADS = 2

export const createIssuing = (deps: ChallengeDeps): Pick<Challenges, 'issueOrder' | 'issueCaptcha'> => ({
  issueOrder: async (request) => {
    refuseDuringCooldown(request.caller, request.now)
    const risk = await loadRiskProfile(deps.db.read, request.caller.id, request.now)
    return risk.withoutPictures && request.action !== 'practice'
      ? issuePowOrder(deps, request, risk)
      : issuePictures(deps, request, risk)
  },
  issueCaptcha: async (request) => {
    const { caller, now, settings } = request
    if (caller !== undefined) refuseDuringCooldown(caller, now)
    // The contact page is public and runs no foreign script: a proof of work is enough there.
    if (!deps.ownCaptcha && hasProvider(settings) && request.action !== 'contact') return issueExternal(deps, request)
    const risk = caller === undefined ? undefined : await loadRiskProfile(deps.db.read, caller.id, now)
    const pictured = risk !== undefined && !risk.withoutPictures && picturedActions.includes(request.action)
    return pictured ? issueImages(deps, request, risk) : issuePow(deps, request, risk)
  },
})

/** A provider whose secret was lost with the site's key could let nobody in, not even the owner who must mend it. */
const hasProvider = ({ captcha_provider, captcha_site_key, captcha_secret }: ChallengeRequest['settings']): boolean =>
  captcha_provider !== 'own' && captcha_site_key !== '' && captcha_secret !== ''

/** Forms ask for no puzzle (WCAG 3.3.8): a proof of work is enough there. */
const picturedActions: readonly ChallengeAction[] = ['faucet', 'ptc', 'bonus', 'withdraw', 'practice']

/** What every stored challenge has in common. */
const newRow = (request: ChallengeRequest, family: Family): StoredChallenge => ({
  id: newId(),
  user_id: request.caller?.id ?? null,
  bound_to: bindingOf(request),
  action: request.action,
  family,
  recipe: null,
  answer_mac: null,
  option_ids: [],
  pow: null,
  pow_level: 0,
  captcha_too: false,
  issued_at: request.now,
  expires_at: later(request.now, challengeTtlSeconds(request.action)),
  used_at: null,
  used_key: null,
  outcome: null,
  ip_net: request.visitor.net,
  device_id: request.visitor.deviceId,
})

interface StoredChallenge extends Omit<ChallengeRow, 'pow' | 'issued_at' | 'expires_at' | 'used_at'> {
  pow: string | null
  issued_at: Date
  expires_at: Date
  used_at: null
}

const payloadOf = (row: StoredChallenge) => ({
  c: row.id,
  u: row.user_id,
  a: row.action,
  s: row.bound_to.toString('hex'),
  // An order that asks for work as well says so in its envelope, so that leaving the work out is seen.
  p: row.family === 'order' && row.pow !== null ? 'order-work' : row.family,
  e: row.expires_at.getTime() / 1_000,
})

const newOptionIds = (count: number): string[] =>
  Array.from({ length: count }, () => randomBytes(8).toString('base64url'))

const withPictures = (deps: ChallengeDeps, row: StoredChallenge, drawn: Drawn): StoredChallenge => {
  const optionIds = newOptionIds(drawn.tiles.length)
  const right = drawn.answer.map((index) => optionIds[index] ?? '')
  const compared = row.family === 'image' ? uniqueSorted(right) : right
  return { ...row, recipe: drawn.recipe, option_ids: optionIds, answer_mac: answerMac(deps.secrets, row.id, compared) }
}

export const dataUri = (bytes: Buffer): string => `data:image/webp;base64,${bytes.toString('base64')}`

const shown = ({ bytes, width, height }: Painted): Picture => ({ src: dataUri(bytes), width, height })

type Signed = ChallengeRequest & { readonly caller: NonNullable<ChallengeRequest['caller']> }

const issuePictures = async (deps: ChallengeDeps, request: Signed, risk: RiskProfile): Promise<AntibotChallenge> => {
  const pick = risk.score >= actionsFrom.captcha ? 4 : 3
  const drawn = await deps.pictures.take({ family: 'click', pick, level: busyness(request, risk), pack: PACK })
  const level = powLevelOf(risk, request.now)
  const bare = newRow(request, 'order')
  const pow = level === 0 ? null : await powFor(deps, bare, level)
  const row = {
    ...withPictures(deps, bare, drawn),
    pow: pow === null ? null : JSON.stringify(pow),
    pow_level: level,
    captcha_too: request.action === 'faucet' && needsCaptchaToo(risk, request),
  }
  await store(deps, row, risk)
  const payload = payloadOf(row)
  return {
    id: sealChallenge(deps.secrets, payload, request.now),
    instruction: shown(drawn.instruction),
    antibotlinks: drawn.tiles.map((tile, index) => ({ id: row.option_ids[index] ?? '', ...shown(tile) })),
    pick,
    captcha: row.captcha_too,
    expiresIn: challengeTtlSeconds(request.action),
    k: proofKey(deps.secrets, payload).toString('base64url'),
    instrument: createBrowserChallenge(instrumentKey(deps.secrets), row.id).program,
    alternatives: [],
    pow,
    // Nobody sees it; a program that reads answers out of what it is sent takes it for one.
    solution: trapOrderOf(deps.secrets, {
      id: row.id,
      optionIds: row.option_ids,
      pick,
      answerMac: row.answer_mac ?? Buffer.alloc(0),
    }),
  }
}

/** How busy the pictures are: practice is easy, and suspects get more to look through than everybody else. */
const busyness = ({ action }: ChallengeRequest, { score }: RiskProfile): Level => {
  if (action === 'practice') return 1
  return score >= actionsFrom.captcha ? 3 : 2
}

const needsCaptchaToo = (risk: RiskProfile, { visitor, caller, now }: ChallengeRequest): boolean =>
  risk.score >= actionsFrom.captcha ||
  activeRestriction(caller, 'challenge', now) !== undefined ||
  risk.llr >= sequentialTest.watch ||
  risk.proofMissing ||
  visitor.isNewDevice ||
  Math.random() < CONTROL_SHARE

/** The way without pictures: two levels of work above what the account would have, at least level 2. */
const issuePowOrder = async (deps: ChallengeDeps, request: Signed, risk: RiskProfile): Promise<AntibotChallenge> => {
  const level = atMost3(powLevelOf(risk, request.now) + 2)
  const bare = newRow(request, 'pow')
  const pow = await powFor(deps, bare, level)
  const row = { ...bare, pow: JSON.stringify(pow), pow_level: level }
  await store(deps, row, risk)
  const payload = payloadOf(row)
  return {
    id: sealChallenge(deps.secrets, payload, request.now),
    instruction: { src: '', width: 0, height: 0 },
    antibotlinks: [],
    pick: 0,
    captcha: false,
    expiresIn: challengeTtlSeconds(request.action),
    k: proofKey(deps.secrets, payload).toString('base64url'),
    instrument: createBrowserChallenge(instrumentKey(deps.secrets), row.id).program,
    alternatives: ['pow'],
    pow,
  }
}

const issueImages = async (
  deps: ChallengeDeps,
  request: ChallengeRequest,
  risk: RiskProfile,
): Promise<CaptchaChallenge> => {
  const drawn = await deps.pictures.take({ family: 'image', level: busyness(request, risk), pack: PACK })
  const row = withPictures(deps, newRow(request, 'image'), drawn)
  await store(deps, row, undefined)
  const [first] = drawn.tiles
  return {
    ...captchaShape(deps, row, request),
    width: first?.width ?? 0,
    height: first?.height ?? 0,
    reference: shown(drawn.instruction),
    images: drawn.tiles.map((tile, index) => ({ id: row.option_ids[index] ?? '', ...shown(tile) })),
  }
}

const issuePow = async (
  deps: ChallengeDeps,
  request: ChallengeRequest,
  risk: RiskProfile | undefined,
): Promise<CaptchaChallenge> => {
  const earning = risk !== undefined && picturedActions.includes(request.action)
  const level = earning ? atMost3(powLevelOf(risk, request.now) + 2) : 0
  const bare = newRow(request, 'pow')
  const pow = await powFor(deps, bare, level)
  await store(deps, { ...bare, pow: JSON.stringify(pow), pow_level: level }, undefined)
  return { ...captchaShape(deps, bare, request), pow, alternatives: ['pow'] }
}

const issueExternal = async (deps: ChallengeDeps, request: ChallengeRequest): Promise<CaptchaChallenge> => {
  const row = newRow(request, 'external')
  await store(deps, row, undefined)
  const { captcha_provider: provider, captcha_site_key: siteKey } = request.settings
  return {
    ...captchaShape(deps, row, request),
    external: provider === 'own' ? null : { provider, siteKey },
  }
}

const captchaShape = (deps: ChallengeDeps, row: StoredChallenge, request: ChallengeRequest): CaptchaChallenge => ({
  id: sealChallenge(deps.secrets, payloadOf(row), request.now),
  width: 0,
  height: 0,
  reference: null,
  images: [],
  pow: null,
  alternatives: [],
  expiresIn: challengeTtlSeconds(request.action),
  external: null,
})

const powFor = (deps: ChallengeDeps, row: StoredChallenge, level: PowLevel) =>
  createPow({ level, secret: deps.secrets.hmac('pow', 'work'), expiresAt: row.expires_at, id: row.id })

const atMost3 = (level: number): PowLevel => (level <= 0 ? 0 : level === 1 ? 1 : level === 2 ? 2 : 3)

/** How much work this account has to do; the site's load is not measured on one node, so it counts as none. */
const powLevelOf = ({ score, wrongStreak, lastWrongAt }: RiskProfile, now: Date): PowLevel =>
  powLevelFor({
    load: 0,
    points: score,
    wrongStreak,
    minutesSinceWrong: lastWrongAt === null ? 0 : (now.getTime() - lastWrongAt.getTime()) / 60_000,
  })

/** Stores a challenge; the open one of the same kind is void from now on, and the swap is counted. */
const store = (deps: ChallengeDeps, row: StoredChallenge, risk: RiskProfile | undefined): Promise<void> =>
  deps.db.write(async (tx) => {
    if (row.user_id !== null) {
      // Two pages of one user may ask at the same moment; the second waits, and then voids what the first got.
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${row.user_id}, 7))`.execute(tx)
      const swapped = await tx
        .updateTable('challenges')
        .set({ used_at: row.issued_at, outcome: 'replaced' })
        .where('user_id', '=', row.user_id)
        .where('action', '=', row.action)
        .where('family', '=', row.family)
        .where('used_at', 'is', null)
        .returning('expires_at')
        .execute()
      const reloaded = swapped.some(({ expires_at }) => expires_at > row.issued_at)
      if (reloaded && risk !== undefined) await countReload(tx, row.user_id, risk)
    }
    await tx.insertInto('challenges').values(row).execute()
  })

/** From the third reload of one claim on, each is half a wrong answer: else a solver would pass on what is hard. */
const countReload = async (tx: Tx, userId: string, risk: RiskProfile): Promise<void> => {
  const weight = risk.reloads >= FREE_RELOADS ? sequentialTest.wrong / 2 : 0
  await tx
    .insertInto('answer_records')
    .values({ user_id: userId, reloads: 1 })
    .onConflict((row) =>
      row.column('user_id').doUpdateSet((set) => ({
        reloads: set('answer_records.reloads', '+', 1),
        llr: set('answer_records.llr', '+', weight),
      })),
    )
    .execute()
}
