import { createHmac } from 'node:crypto'
import type { Contract } from '@runnel/contract'
import type { ChallengeAction } from '@runnel/contract/check/captcha'
import { conductMessage, CONDUCT_MAC_LENGTH, durationText, proofMessage } from '@runnel/contract/check/proof'
import type { Client } from '@runnel/contract/client'
import { createBrowserChallenge } from '#guard/check/browser-challenge.ts'
import {
  answerMac,
  CHALLENGE_SECONDS,
  instrumentKey,
  proofKey,
  sealChallenge,
} from '#guard/check/challenge-envelope.ts'
import { later } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { newId, newSecret } from '#kernel/id.ts'
import { type Secrets, sha256 } from '#kernel/secrets.ts'
import { openUserAccounts } from '#money/accounts.ts'

/** Somebody with an account, a session, and a device and network of their own. */
export interface Person {
  readonly id: string
  readonly username: string
  readonly role: 'user' | 'moderator' | 'admin'
  readonly token: string
  readonly headers: Readonly<Record<string, string>>
}

interface JoinInput {
  readonly username: string
  readonly role: Person['role']
  readonly referrer: string | null
  /** Different for everybody: who shares a network or device is held back. */
  readonly place: number
  readonly now: Date
}

const JOINED_BEFORE_SECONDS = 60 * 86_400
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'

/** Lets somebody have registered a while ago and signed in now. */
export const join = async (
  { db, secrets }: { db: Db; secrets: Secrets },
  { username, role, referrer, place, now }: JoinInput,
): Promise<Person> => {
  const id = newId()
  const token = newSecret(32)
  const device = newId()
  await db.write(async (tx) => {
    const joined = later(now, -JOINED_BEFORE_SECONDS)
    const dates = { email_verified_at: joined, joined_at: joined, last_seen_at: now }
    const email = `${username}@example.com`
    await tx
      .insertInto('users')
      .values({ id, username, email, email_key: email, role, password_hash: null, referrer_id: referrer, ...dates })
      .execute()
    await openUserAccounts(tx, id, now)
    const expires_at = later(now, 30 * 86_400)
    const where = { device_id: null, user_agent: USER_AGENT, ip_net: `10.${place % 200}.0.0/24`, country: null }
    const when = { created_at: now, last_seen_at: now, expires_at, proved_at: later(now, 365 * 86_400) }
    await tx
      .insertInto('sessions')
      .values({ id: newId(), token_hash: sha256(token), user_id: id, ...where, ...when })
      .execute()
  })
  const signature = secrets.hmac('device', device).subarray(0, 12).toString('base64url')
  const headers = {
    authorization: `Bearer ${token}`,
    'x-forwarded-for': `10.${place % 200}.${Math.floor(place / 200)}.7`,
    cookie: `did=${device}.${signature}`,
    'user-agent': USER_AGENT,
    'accept-language': 'en',
  }
  return { id, username, role, token, headers }
}

/** Sessions end, proofs get old; who acts here has always just signed in. */
export const refreshSessions = (db: Db, now: Date): Promise<unknown> =>
  db.raw('UPDATE sessions SET created_at = $1, last_seen_at = $1, expires_at = $2, proved_at = $1', [
    now,
    later(now, 30 * 86_400),
  ])

interface SolverDeps {
  readonly db: Db
  readonly secrets: Secrets
  readonly now: Date
}

const ORDER = ['optionAAAAA', 'optionBBBBB', 'optionCCCCC'] as const
const SOLVED_AFTER_SECONDS = 8

/** A human check that this person has solved: what its page would have asked for and found. */
const challengeOf = async (
  { db, secrets, now }: SolverDeps,
  person: Person,
  asked: { action: string; family: string },
) => {
  const id = newId()
  const hash = sha256(person.token).subarray(0, 8)
  const issued = later(now, -SOLVED_AFTER_SECONDS)
  const expires = later(issued, CHALLENGE_SECONDS)
  const isOrder = asked.family === 'order'
  // The one that was open before is void, as when its page asks for another.
  await db.raw(
    `UPDATE challenges SET used_at = $3, outcome = 'replaced' WHERE user_id = $1 AND action = $2 AND used_at IS NULL`,
    [person.id, asked.action, now],
  )
  await db.raw(
    `INSERT INTO challenges (id, user_id, bound_to, action, family, option_ids, answer_mac, pow_level, captcha_too,
       issued_at, expires_at, ip_net) VALUES ($1, $2, $3, $4, $5, $6, $7, 0, false, $8, $9, '10.0.0.0/24')`,
    [
      id,
      person.id,
      hash,
      asked.action,
      asked.family,
      isOrder ? [...ORDER] : [],
      isOrder ? answerMac(secrets, id, ORDER) : null,
      issued,
      expires,
    ],
  )
  const p = asked.family === 'order' ? ('order' as const) : ('external' as const)
  const payload = { c: id, u: person.id, a: asked.action, s: hash.toString('hex'), p, e: expires.getTime() / 1_000 }
  return { id, payload, envelope: sealChallenge(secrets, payload, now) }
}

/** What a form with a captcha sends. */
export const captchaOf = async (proving: SolverDeps, person: Person, action: ChallengeAction) => {
  const { envelope } = await challengeOf(proving, person, { action, family: 'external' })
  return { id: envelope, token: 'good' }
}

/** What the page of the faucet sends: nothing solved where no captcha was drawn, as the site itself says. */
export const claimOf = async (
  proving: SolverDeps,
  person: Person,
  antibot: Client<Pick<Contract, 'antibot'>>['antibot'],
) => {
  const { id, captcha, antibotlinks, pow } = await antibot.challenge({ query: { action: 'faucet' } })
  const isFree = !captcha && antibotlinks.length === 0 && pow === null
  return isFree ? { headers: {}, body: { antibot: { id } } } : solvedClaimOf(proving, person)
}

/** The order of the pictures, signed as its script does. */
const solvedClaimOf = async (proving: SolverDeps, person: Person) => {
  const { secrets } = proving
  const { id, payload, envelope } = await challengeOf(proving, person, { action: 'faucet', family: 'order' })
  const key = proofKey(secrets, payload)
  const mac = (text: string): string => createHmac('sha256', key).update(text).digest('base64url')
  const instrument = createBrowserChallenge(instrumentKey(secrets), id).value
  const bd = Buffer.from(JSON.stringify({ v: 1, m: 0, c: 'simulate', i: instrument })).toString('base64url')
  const bd2 = `0.${mac(conductMessage(0, envelope)).slice(0, CONDUCT_MAC_LENGTH)}`
  const duration = durationText({ start: 1_500, finish: 3_000, gaps: [700, 800] })
  return {
    headers: {
      'x-key': mac(proofMessage({ id: envelope, order: ORDER, duration, bd, bd2 })),
      'x-duration': duration,
      'x-bd': bd,
      'x-bd2': bd2,
    },
    body: { antibot: { id: envelope, order: [...ORDER] } },
  }
}
