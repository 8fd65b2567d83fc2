import type { AntibotChallenge, CaptchaChallenge, ChallengeAction, Picture } from '@runnel/contract/challenge'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'

import { powLevelFor, sequentialTest } from '#guard/answers.ts'
import type { Asking, ChallengeRooms, Challenges } from '#guard/challenge.ts'
import {
  answerMac,
  bindingOf,
  type Family,
  instrumentKey,
  lifeSeconds,
  proofKey,
  seal,
  sorted,
} from '#guard/envelope-of.ts'
import { instrumentOf } from '#guard/instrument.ts'
import { measureInForce } from '#guard/measures.ts'
import { refuseWhilePaused } from '#guard/pause.ts'
import type { Drawn, Order } from '#guard/picture/draw.ts'
import type { Picture as Painted } from '#guard/picture/picture.ts'
import type { Level } from '#guard/picture/scene.ts'
import { createPow, type PowLevel } from '#guard/pow.ts'
import { actionsFrom } from '#guard/score.ts'
import { type Standing, standingOf } from '#guard/standing.ts'
import { trapOrderOf } from '#guard/trap-order.ts'
import { later } from '#kernel/clock.ts'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import type { ChallengeRow } from '#kernel/tables.ts'

const PACK = 'pack-a'

/** What almost every challenge is drawn from: worth having ready before the first visitor comes. */
export const everydayOrders: readonly Order[] = [
  { family: 'click', pick: 3, level: 2, pack: PACK },
  { family: 'image', level: 2, pack: PACK },
]

/** A random share of claims shows the image captcha too, so that its solvers are measured as well. */
const CONTROL_SHARE = 0.03
const FREE_RELOADS = 2

export const createIssuing = (rooms: ChallengeRooms): Pick<Challenges, 'issueOrder' | 'issueCaptcha'> => ({
  issueOrder: async (asking) => {
    refuseWhilePaused(asking.caller, asking.now)
    const standing = await standingOf(rooms.db.read, asking.caller.id, asking.now)
    return standing.withoutPictures && asking.action !== 'practice'
      ? issueWithoutPictures(rooms, asking, standing)
      : issuePictures(rooms, asking, standing)
  },
  issueCaptcha: async (asking) => {
    const { caller, now, settings } = asking
    if (caller !== undefined) refuseWhilePaused(caller, now)
    // The contact page is public and runs no foreign script: a proof of work is enough there.
    if (!rooms.ownCaptcha && hasProvider(settings) && asking.action !== 'contact') return issueExternal(rooms, asking)
    const standing = caller === undefined ? undefined : await standingOf(rooms.db.read, caller.id, now)
    const pictured = standing !== undefined && !standing.withoutPictures && picturedActions.includes(asking.action)
    return pictured ? issueImages(rooms, asking, standing) : issuePow(rooms, asking, standing)
  },
})

/** A provider whose secret was lost with the site's key could let nobody in, not even the owner who must mend it. */
const hasProvider = ({ captcha_provider, captcha_site_key, captcha_secret }: Asking['settings']): boolean =>
  captcha_provider !== 'own' && captcha_site_key !== '' && captcha_secret !== ''

/** Forms ask for no puzzle (WCAG 3.3.8): a proof of work is enough there. */
const picturedActions: readonly ChallengeAction[] = ['faucet', 'ptc', 'bonus', 'withdraw', 'practice']

/** What every stored challenge has in common. */
const newRow = (asking: Asking, family: Family): StoredChallenge => ({
  id: newId(),
  user_id: asking.caller?.id ?? null,
  bound_to: bindingOf(asking),
  action: asking.action,
  family,
  recipe: null,
  answer_mac: null,
  option_ids: [],
  pow: null,
  pow_level: 0,
  captcha_too: false,
  issued_at: asking.now,
  expires_at: later(asking.now, lifeSeconds(asking.action)),
  used_at: null,
  used_key: null,
  outcome: null,
  ip_net: asking.visitor.net,
  device_id: asking.visitor.deviceId,
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

const withPictures = (rooms: ChallengeRooms, row: StoredChallenge, drawn: Drawn): StoredChallenge => {
  const optionIds = newOptionIds(drawn.tiles.length)
  const right = drawn.answer.map((index) => optionIds[index] ?? '')
  const compared = row.family === 'image' ? sorted(right) : right
  return { ...row, recipe: drawn.recipe, option_ids: optionIds, answer_mac: answerMac(rooms.secrets, row.id, compared) }
}

export const dataUri = (bytes: Buffer): string => `data:image/webp;base64,${bytes.toString('base64')}`

const shown = ({ bytes, width, height }: Painted): Picture => ({ src: dataUri(bytes), width, height })

type Signed = Asking & { readonly caller: NonNullable<Asking['caller']> }

const issuePictures = async (rooms: ChallengeRooms, asking: Signed, standing: Standing): Promise<AntibotChallenge> => {
  const pick = standing.score >= actionsFrom.captcha ? 4 : 3
  const drawn = await rooms.pictures.take({ family: 'click', pick, level: busyness(asking, standing), pack: PACK })
  const level = powLevelOf(standing, asking.now)
  const bare = newRow(asking, 'order')
  const pow = level === 0 ? null : await powFor(rooms, bare, level)
  const row = {
    ...withPictures(rooms, bare, drawn),
    pow: pow === null ? null : JSON.stringify(pow),
    pow_level: level,
    captcha_too: asking.action === 'faucet' && needsCaptchaToo(standing, asking),
  }
  await store(rooms, row, standing)
  const payload = payloadOf(row)
  return {
    id: seal(rooms.secrets, payload, asking.now),
    instruction: shown(drawn.instruction),
    antibotlinks: drawn.tiles.map((tile, index) => ({ id: row.option_ids[index] ?? '', ...shown(tile) })),
    pick,
    captcha: row.captcha_too,
    expiresIn: lifeSeconds(asking.action),
    k: proofKey(rooms.secrets, payload).toString('base64url'),
    instrument: instrumentOf(instrumentKey(rooms.secrets), row.id).program,
    alternatives: [],
    pow,
    // Nobody sees it; a program that reads answers out of what it is sent takes it for one.
    solution: trapOrderOf(rooms.secrets, {
      id: row.id,
      optionIds: row.option_ids,
      pick,
      answerMac: row.answer_mac ?? Buffer.alloc(0),
    }),
  }
}

/** How busy the pictures are: practice is easy, and suspects get more to look through than everybody else. */
const busyness = ({ action }: Asking, { score }: Standing): Level => {
  if (action === 'practice') return 1
  return score >= actionsFrom.captcha ? 3 : 2
}

const needsCaptchaToo = (standing: Standing, { visitor, caller, now }: Asking): boolean =>
  standing.score >= actionsFrom.captcha ||
  measureInForce(caller, 'challenge', now) !== undefined ||
  standing.llr >= sequentialTest.watch ||
  standing.proofMissing ||
  visitor.isNewDevice ||
  Math.random() < CONTROL_SHARE

/** The way without pictures: two levels of work above what the account would have, at least level 2. */
const issueWithoutPictures = async (
  rooms: ChallengeRooms,
  asking: Signed,
  standing: Standing,
): Promise<AntibotChallenge> => {
  const level = atMost3(powLevelOf(standing, asking.now) + 2)
  const bare = newRow(asking, 'pow')
  const pow = await powFor(rooms, bare, level)
  const row = { ...bare, pow: JSON.stringify(pow), pow_level: level }
  await store(rooms, row, standing)
  const payload = payloadOf(row)
  return {
    id: seal(rooms.secrets, payload, asking.now),
    instruction: { src: '', width: 0, height: 0 },
    antibotlinks: [],
    pick: 0,
    captcha: false,
    expiresIn: lifeSeconds(asking.action),
    k: proofKey(rooms.secrets, payload).toString('base64url'),
    instrument: instrumentOf(instrumentKey(rooms.secrets), row.id).program,
    alternatives: ['pow'],
    pow,
  }
}

const issueImages = async (rooms: ChallengeRooms, asking: Asking, standing: Standing): Promise<CaptchaChallenge> => {
  const drawn = await rooms.pictures.take({ family: 'image', level: busyness(asking, standing), pack: PACK })
  const row = withPictures(rooms, newRow(asking, 'image'), drawn)
  await store(rooms, row, undefined)
  const [first] = drawn.tiles
  return {
    ...captchaShape(rooms, row, asking),
    width: first?.width ?? 0,
    height: first?.height ?? 0,
    reference: shown(drawn.instruction),
    images: drawn.tiles.map((tile, index) => ({ id: row.option_ids[index] ?? '', ...shown(tile) })),
  }
}

const issuePow = async (
  rooms: ChallengeRooms,
  asking: Asking,
  standing: Standing | undefined,
): Promise<CaptchaChallenge> => {
  const earning = standing !== undefined && picturedActions.includes(asking.action)
  const level = earning ? atMost3(powLevelOf(standing, asking.now) + 2) : 0
  const bare = newRow(asking, 'pow')
  const pow = await powFor(rooms, bare, level)
  await store(rooms, { ...bare, pow: JSON.stringify(pow), pow_level: level }, undefined)
  return { ...captchaShape(rooms, bare, asking), pow, alternatives: ['pow'] }
}

const issueExternal = async (rooms: ChallengeRooms, asking: Asking): Promise<CaptchaChallenge> => {
  const row = newRow(asking, 'external')
  await store(rooms, row, undefined)
  const { captcha_provider: provider, captcha_site_key: siteKey } = asking.settings
  return {
    ...captchaShape(rooms, row, asking),
    external: provider === 'own' ? null : { provider, siteKey },
  }
}

const captchaShape = (rooms: ChallengeRooms, row: StoredChallenge, asking: Asking): CaptchaChallenge => ({
  id: seal(rooms.secrets, payloadOf(row), asking.now),
  width: 0,
  height: 0,
  reference: null,
  images: [],
  pow: null,
  alternatives: [],
  expiresIn: lifeSeconds(asking.action),
  external: null,
})

const powFor = (rooms: ChallengeRooms, row: StoredChallenge, level: PowLevel) =>
  createPow({ level, secret: rooms.secrets.hmac('pow', 'work'), expiresAt: row.expires_at, id: row.id })

const atMost3 = (level: number): PowLevel => (level <= 0 ? 0 : level === 1 ? 1 : level === 2 ? 2 : 3)

/** How much work this account has to do; the site's load is not measured on one node, so it counts as none. */
const powLevelOf = ({ score, wrongStreak, lastWrongAt }: Standing, now: Date): PowLevel =>
  powLevelFor({
    load: 0,
    points: score,
    wrongStreak,
    minutesSinceWrong: lastWrongAt === null ? 0 : (now.getTime() - lastWrongAt.getTime()) / 60_000,
  })

/** Stores a challenge; the open one of the same kind is void from now on, and the swap is counted. */
const store = (rooms: ChallengeRooms, row: StoredChallenge, standing: Standing | undefined): Promise<void> =>
  rooms.db.write(async (tx) => {
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
      if (reloaded && standing !== undefined) await countReload(tx, row.user_id, standing)
    }
    await tx.insertInto('challenges').values(row).execute()
  })

/** From the third reload of one claim on, each is half a wrong answer: else a solver would pass on what is hard. */
const countReload = async (tx: Tx, userId: string, standing: Standing): Promise<void> => {
  const weight = standing.reloads >= FREE_RELOADS ? sequentialTest.wrong / 2 : 0
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
