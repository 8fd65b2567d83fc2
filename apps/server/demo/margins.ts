import { sql } from 'kysely'

import { contact } from '#features/contact/contact.ts'
import { notifyAndMail } from '#features/user/user.ts'
import { markRisk, noteTrap, type Trap } from '#guard/trap.ts'
import { later } from '#kernel/clock.ts'
import { newId } from '#kernel/id.ts'

import { act, type Member, type Stage } from './stage.ts'

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400

/** What a month leaves at its margins: letters, traps that were hit, people who were locked out. */
export const fillMargins = async (stage: Stage, members: readonly Member[], now: Date): Promise<void> => {
  await writeLetters(stage, members, now)
  await hitTraps(stage, members, now)
  await readBells(stage, now)
  await rememberAnswers(stage, now)
}

const letters = [
  {
    hoursAgo: 470,
    subject: 'Is there a daily limit?',
    message: 'I like the timer. Is there a limit of claims in a day?',
  },
  {
    hoursAgo: 390,
    subject: 'Thank you',
    message: 'My first withdrawal came in under a minute. Just wanted to say thanks.',
  },
  {
    hoursAgo: 280,
    subject: 'Wrong address',
    message: 'I sent my withdrawal to my old wallet. It is still mine, all fine, but can I name a new one next time?',
  },
  {
    hoursAgo: 150,
    subject: 'Pictures on a small phone',
    message: 'The pictures are a bit small on my phone. Could you make them larger?',
  },
  {
    hoursAgo: 51,
    subject: 'More coins?',
    message: 'Do you plan to pay in Solana or TRX as well? Most of my friends use those.',
  },
  {
    hoursAgo: 20,
    subject: 'Withdrawal in review',
    message: 'My withdrawal says it is in review since this morning. How long does that take?',
  },
  {
    hoursAgo: 5,
    subject: 'Second account for my brother',
    message: 'My brother wants to join and we share one computer. Is that allowed?',
  },
]
const ANSWERED_HOURS = 48

const writeLetters = async (stage: Stage, members: readonly Member[], now: Date): Promise<void> => {
  for (const [index, { hoursAgo, subject, message }] of letters.entries()) {
    const at = later(now, -hoursAgo * HOUR_SECONDS)
    // Every third writer is not signed in.
    const writer = index % 3 === 2 ? undefined : members.filter(({ plan }) => plan.joinsAt < at)[5 * index + 2]
    const body = {
      email: writer?.plan.email ?? `guest${index}@mail.example`,
      subject,
      message,
      captcha: { id: 'solved' },
    }
    const given = { body: { ...body, website: undefined }, params: undefined, query: undefined, headers: undefined }
    await act(stage, at, async (scene) => contact.send(given, { ...scene, caller: writer?.caller }))
  }
  await act(stage, now, async ({ tx }) => {
    await sql`UPDATE contact_messages SET answered_at = created_at + interval '9 hours'
      WHERE created_at < ${later(now, -ANSWERED_HOURS * HOUR_SECONDS)}`.execute(tx)
  })
}

interface Hit {
  readonly trap: Trap
  readonly hoursAgo: number
  readonly net: string
  /** Which member it was; unset: a guest. */
  readonly by?: number
}

const hits: readonly Hit[] = [
  { trap: 'hidden-field', hoursAgo: 410, net: '198.51.100.0/24' },
  { trap: 'robots-address', hoursAgo: 300, net: '203.0.113.0/24' },
  { trap: 'decoy-address', hoursAgo: 222, net: '198.51.100.0/24', by: 30 },
  { trap: 'replayed', hoursAgo: 96, net: '192.0.2.0/24', by: 45 },
  { trap: 'decoy-address', hoursAgo: 44, net: '203.0.113.0/24' },
  { trap: 'bad-key', hoursAgo: 13, net: '198.51.100.0/24', by: 60 },
]

const hitTraps = async (stage: Stage, members: readonly Member[], now: Date): Promise<void> => {
  for (const { trap, hoursAgo, net, by } of hits) {
    const at = later(now, -hoursAgo * HOUR_SECONDS)
    const member = by === undefined ? undefined : members.filter(({ plan }) => plan.joinsAt < at)[by]
    const visitor = {
      net,
      country: null,
      isAmong: () => false,
      deviceId: newId(),
      isNewDevice: true,
      deviceCookie: null,
      userAgent: 'python-requests/2.32',
    }
    const userId = member?.caller.id ?? null
    await noteTrap(stage.db, { trap, visitor, userId, sample: { path: '/api/faucet/auto' }, now: at })
  }
  const curious = members[24]
  if (curious === undefined) return
  const mark = { family: 'client', reason: 'headless', points: 15, detail: 'The browser says that nobody looks at it.' }
  await act(stage, now, ({ tx }) =>
    markRisk(tx, { userId: curious.caller.id, ...mark, now: later(now, -2 * DAY_SECONDS) }),
  )
}

/** The owner locks somebody out, who reads why. */
export const lockOut = async (stage: Stage, member: Member, now: Date): Promise<void> => {
  const reason = 'Several accounts of one person, paid to one address.'
  const { id: userId } = member.caller
  await act(stage, now, async ({ tx, enqueue }) => {
    await tx.updateTable('users').set({ locked_at: now, lock_reason: reason }).where('id', '=', userId).execute()
    await notifyAndMail({ tx, enqueue }, { userId, kind: 'account-locked', values: { reason }, now })
  })
  member.lockedAt = now
}

/** Whoever was here has read what their bell said; only the last day's news is still new. */
const readBells = (stage: Stage, now: Date): Promise<unknown> =>
  act(stage, now, async ({ tx }) => {
    await sql`UPDATE users SET last_seen_at = greatest(last_seen_at, last_claim_at)
      WHERE last_claim_at IS NOT NULL`.execute(tx)
    await sql`UPDATE notifications SET read_at = created_at + interval '1 hour'
      WHERE created_at < ${later(now, -DAY_SECONDS)}`.execute(tx)
  })

/** Each claim followed a solved challenge; now and then one went wrong. */
const rememberAnswers = (stage: Stage, now: Date): Promise<unknown> =>
  act(stage, now, async ({ tx }) => {
    await sql`
      INSERT INTO answer_records (user_id, right_count, wrong_count, llr, first_answer_at)
      SELECT id, faucet_claim, faucet_claim / 14, greatest(-3, -0.15 * faucet_claim), joined_at + interval '5 minutes'
      FROM users WHERE faucet_claim > 0`.execute(tx)
  })
