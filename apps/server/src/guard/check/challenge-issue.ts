import { randomBytes } from 'node:crypto'
import type { AntibotChallenge, CaptchaChallenge, ChallengeAction, Picture } from '@runnel/contract/check/captcha'
import { ORDER_PICK } from '#guard/captcha-image/click-order.ts'
import type { Drawn, Order } from '#guard/captcha-image/draw.ts'
import type { Picture as Painted } from '#guard/captcha-image/picture.ts'
import { epochAt } from '#guard/captcha-image/style.ts'
import { activeRestriction } from '#guard/restrictions.ts'
import { type RiskProfile, loadRiskProfile } from '#guard/suspicion/risk-profile.ts'
import { type Draw, drawCheck, isDrawnAction, paidNumber } from '#guard/trust/draw.ts'
import { later } from '#kernel/clock.ts'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { sequentialTest } from './answer-statistics.ts'
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
import { type StoredChallenge, storeChallenge, storeFree } from './challenge-store.ts'
import type { ChallengeRequest, ChallengeDeps, Challenges } from './challenge.ts'
import { countRenewal, refuseDuringCooldown } from './cooldown.ts'
import { createPow, type PowLevel } from './pow.ts'
import { allOptions, falseSolution } from './trap-options.ts'

/** What the look of the pictures is made from: it comes of the site's secret and is stored nowhere. */
export const pictureSeed = (secrets: Secrets): string => secrets.hmac('pictures', 'look').toString('base64url')

/** What almost every challenge is drawn from: worth having ready before the first visitor comes. */
export const everydayOrders = (now: Date): readonly Order[] => [
  { family: 'glance', level: 2, figures: epochAt(now) },
  { family: 'order', level: 2, figures: epochAt(now) },
]

/** Anybody may choose the simple pictures: what an account may earn does not rest on them (ANTIBOT.md 5). */
const pictureOrder = (family: Order['family'], { action, now }: ChallengeRequest, isSimple = false): Order =>
  action === 'practice'
    ? { family, level: 1, figures: 'practice' }
    : { family, level: isSimple ? 1 : 2, figures: epochAt(now) }

export const createIssuing = (deps: ChallengeDeps): Pick<Challenges, 'issueOrder' | 'issueCaptcha'> => ({
  issueOrder: async (request) => {
    refuseDuringCooldown(request.caller, request.now)
    if (request.action === 'practice') return issueOrderPictures(deps, request)
    const risk = await loadRiskProfile(deps.db.read, request.caller.id, request.now)
    const { free, pin } = await drawFor(deps, request, risk)
    if (free !== undefined) return antibotShape(deps, free, request)
    if (risk.withoutPictures) return issueWork(deps, request, pin)
    if (!needsOrder(risk, request)) return issueNone(deps, request, pin)
    return issueOrderPictures(deps, request, { pin, isSimple: risk.simpleImages })
  },
  issueCaptcha: async (request) => {
    const { caller, now, settings } = request
    if (caller !== undefined) refuseDuringCooldown(caller, now)
    const signed = caller !== undefined && picturedActions.includes(request.action) ? { ...request, caller } : undefined
    const risk = signed && (await loadRiskProfile(deps.db.read, signed.caller.id, now))
    // Whether a claim meets a captcha was drawn with its envelope.
    const isToDraw = signed !== undefined && risk !== undefined && request.action !== 'faucet'
    const { free, pin } = isToDraw ? await drawFor(deps, signed, risk) : NOTHING_DRAWN
    if (free !== undefined) return captchaShape(deps, free, request)
    // The contact page is public and runs no foreign script: a proof of work is enough there.
    if (!deps.ownCaptcha && hasProvider(settings) && request.action !== 'contact') {
      return issueExternal(deps, request, pin)
    }
    if (risk === undefined) return issuePow(deps, request, { level: FORM_WORK })
    return risk.withoutPictures
      ? issuePow(deps, request, { level: PICTURELESS_WORK, pin })
      : issueImages(deps, request, { pin, isSimple: risk.simpleImages })
  },
})

type Pin = Draw['pin']

interface DrawnFor {
  /** The stored envelope of an action that meets no captcha. */
  readonly free?: StoredChallenge
  readonly pin?: Pin
}

const NOTHING_DRAWN: DrawnFor = {}

/** Draws whether the action meets a captcha; where it does not, what it is paid with is stored. */
const drawFor = async (deps: ChallengeDeps, request: Signed, risk: RiskProfile): Promise<DrawnFor> => {
  const { action, caller, payOf } = request
  if (!isDrawnAction(action)) return NOTHING_DRAWN
  const pay = await payOf?.(deps.db.read)
  if (pay === undefined) return NOTHING_DRAWN
  const { isDrawn, number, pin } = await drawCheck(deps, { ...request, action, risk, pay })
  if (isDrawn) return { pin }
  const free = { ...newRow(request, 'free'), user_id: caller.id }
  const isSame = async (tx: Tx): Promise<boolean> =>
    (await paidNumber(tx, { userId: caller.id, action })) === number && (await payOf?.(tx)) === pay
  return (await storeFree(deps.db, free, isSame)) ? { free } : NOTHING_DRAWN
}

/** Work in the place of pictures: 3 s on a desktop, 12 s on a slow phone, while the timer runs (ANTIBOT.md 6). */
const PICTURELESS_WORK: PowLevel = 2
const FORM_WORK: PowLevel = 0

/**
 * Whether a claim asks for the click order in the place of the short check: after two wrong answers in a row, where
 * answers are wrong more often than a person's, and where a reviewer asked for it.
 */
const needsOrder = ({ llr, wrongStreak }: RiskProfile, { caller, now }: Signed): boolean =>
  wrongStreak >= 2 || llr >= sequentialTest.watch || activeRestriction(caller, 'challenge', now) !== undefined

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

const payloadOf = (row: StoredChallenge) => ({
  c: row.id,
  u: row.user_id,
  a: row.action,
  s: row.bound_to.toString('hex'),
  p: row.family,
  e: row.expires_at.getTime() / 1_000,
})

const newOptionIds = (count: number): string[] =>
  Array.from({ length: count }, () => randomBytes(8).toString('base64url'))

/** Stores a challenge, and begins the pause of whoever had too many of them renewed. */
const store = async (deps: ChallengeDeps, row: StoredChallenge, pin: Pin): Promise<void> => {
  const isRenewal = await storeChallenge(deps.db, row, pin)
  if (isRenewal && row.user_id !== null) await countRenewal(deps, { userId: row.user_id, now: row.issued_at })
}

const withPictures = (deps: ChallengeDeps, row: StoredChallenge, drawn: Drawn): StoredChallenge => {
  const optionIds = newOptionIds(drawn.tiles.length)
  const right = drawn.answer.map((index) => optionIds[index] ?? '')
  const compared = row.family === 'image' ? uniqueSorted(right) : right
  return { ...row, recipe: drawn.recipe, option_ids: optionIds, answer_mac: answerMac(deps.secrets, row.id, compared) }
}

const dataUri = (bytes: Buffer): string => `data:image/jpeg;base64,${bytes.toString('base64')}`

const shown = ({ bytes, width, height }: Painted): Picture => ({ src: dataUri(bytes), width, height })

type Signed = ChallengeRequest & { readonly caller: NonNullable<ChallengeRequest['caller']> }

interface Pictured {
  readonly pin?: Pin
  readonly isSimple?: boolean
}

const issueOrderPictures = async (
  deps: ChallengeDeps,
  request: Signed,
  { pin, isSimple }: Pictured = {},
): Promise<AntibotChallenge> => {
  const drawn = await deps.pictures.take(pictureOrder('order', request, isSimple))
  const row = withPictures(deps, newRow(request, 'order'), drawn)
  await store(deps, row, pin)
  return {
    ...antibotShape(deps, row, request),
    instruction: shown(drawn.instruction),
    antibotlinks: drawn.tiles.map((tile, index) => ({ id: row.option_ids[index] ?? '', ...shown(tile) })),
    pick: ORDER_PICK,
    ...trapsOf(deps, row, ORDER_PICK),
  }
}

/** As many as may be right; the number tells nothing about how many are. */
const FALSE_PICKS = 3

/** What nobody sees; a program that reads answers out of what it is sent takes it for one. */
const trapsOf = (deps: ChallengeDeps, { id, option_ids: optionIds }: StoredChallenge, pick: number) => ({
  solution: falseSolution(deps.secrets, { id, optionIds, pick }),
  options: allOptions(deps.secrets, { id, optionIds }),
})

/** A claim that asks for the short check alone: its envelope orders events and is used once. */
const issueNone = async (deps: ChallengeDeps, request: Signed, pin: Pin): Promise<AntibotChallenge> => {
  const row = { ...newRow(request, 'none'), captcha_too: true }
  await store(deps, row, pin)
  return { ...antibotShape(deps, row, request), captcha: true }
}

/** The way without pictures. */
const issueWork = async (deps: ChallengeDeps, request: Signed, pin: Pin): Promise<AntibotChallenge> => {
  const bare = newRow(request, 'pow')
  const pow = await powFor(deps, bare, PICTURELESS_WORK)
  const row = { ...bare, pow: JSON.stringify(pow), pow_level: PICTURELESS_WORK }
  await store(deps, row, pin)
  return { ...antibotShape(deps, row, request), alternatives: ['pow'], pow }
}

const antibotShape = (deps: ChallengeDeps, row: StoredChallenge, request: ChallengeRequest): AntibotChallenge => {
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
    alternatives: [],
    pow: null,
  }
}

const issueImages = async (
  deps: ChallengeDeps,
  request: ChallengeRequest,
  { pin, isSimple }: Pictured,
): Promise<CaptchaChallenge> => {
  const drawn = await deps.pictures.take(pictureOrder('glance', request, isSimple))
  const row = withPictures(deps, newRow(request, 'image'), drawn)
  await store(deps, row, pin)
  const [first] = drawn.tiles
  return {
    ...captchaShape(deps, row, request),
    width: first?.width ?? 0,
    height: first?.height ?? 0,
    reference: shown(drawn.instruction),
    images: drawn.tiles.map((tile, index) => ({ id: row.option_ids[index] ?? '', ...shown(tile) })),
    ...trapsOf(deps, row, FALSE_PICKS),
  }
}

const issuePow = async (
  deps: ChallengeDeps,
  request: ChallengeRequest,
  { level, pin }: { level: PowLevel; pin?: Pin },
): Promise<CaptchaChallenge> => {
  const bare = newRow(request, 'pow')
  const pow = await powFor(deps, bare, level)
  await store(deps, { ...bare, pow: JSON.stringify(pow), pow_level: level }, pin)
  return { ...captchaShape(deps, bare, request), pow, alternatives: ['pow'] }
}

const issueExternal = async (deps: ChallengeDeps, request: ChallengeRequest, pin: Pin): Promise<CaptchaChallenge> => {
  const row = newRow(request, 'external')
  await store(deps, row, pin)
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
