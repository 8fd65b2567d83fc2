import type { Contract } from '@runnel/contract'
import type { PayoutProcessors } from '#adapters/payout/payout.ts'
import type { Past } from '#features/bonus/schedule.ts'
import type { Random } from '#guard/captcha-image/random.ts'
import type { Context } from '#kernel/context.ts'
import type { Db } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { createLog } from '#kernel/log.ts'
import { callIn } from '#kernel/postgres/statements.ts'
import type { Secrets } from '#kernel/secrets.ts'
import type { Caller } from '#kernel/session.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import type { Plan } from './people.ts'

/** Where the month is played: a real database, the real rules, and a clock that is turned. */
export interface DemoHarness {
  readonly db: Db
  readonly settings: SettingsStore
  readonly payouts: PayoutProcessors
  readonly secrets: Secrets
  readonly publicUrl: string
  readonly random: Random
  readonly clock: { readonly now: () => Date; readonly turnTo: (moment: Date) => void }
}

/** A made-up person who has joined. */
export interface Member {
  readonly plan: Plan
  caller: Caller
  /** What their browser says of itself. */
  readonly visitor: Scene['visitor']
  balance: number
  isHereToday: boolean
  lockedAt: Date | null
  /** Faucet claims of the UTC day on which they claimed last. */
  claimed: { day: string; count: number }
  bonus: Past
  /** The day on which they visited each link last. */
  readonly links: Map<string, string>
  /** The codes that they have redeemed. */
  readonly codes: Set<string>
}

/** What a rule is given beside its caller, exactly as in a request. */
export type Scene = Omit<Context<Contract['faucet']['claim']>, 'caller'>

export const createClock = (moment: Date): DemoHarness['clock'] => {
  let now = moment
  return { now: () => now, turnTo: (next) => void (now = next) }
}

/** One action at a moment of the past: the rule of an endpoint in one transaction, as the mount would run it. */
export const act = async <T>(stage: DemoHarness, now: Date, deed: (scene: Scene) => Promise<T>): Promise<T> => {
  const { db, settings } = stage
  let afterwards: (() => Promise<void>)[] = []
  const result = await db.write((tx) => {
    afterwards = []
    return deed({
      tx,
      callAlone: (call) => callIn(tx, call),
      now,
      settings: settings.current(),
      closed: [],
      locale: 'en',
      visitor,
      log,
      // Mails to people who do not exist are not written, and payouts run when the month's own clock says so.
      enqueue: async () => undefined,
      notifyLive: () => undefined,
      afterCommit: (work) => void afterwards.push(work),
      onRollback: () => undefined,
    })
  })
  for (const work of afterwards) await work()
  return result
}

const log = createLog('silent')

/** Somebody who is not one of the members: the owner, a guest, a company that calls. */
const visitor: Scene['visitor'] = {
  net: '192.0.2.0/24',
  country: null,
  address: () => '192.0.2.1',
  isAmong: () => false,
  deviceId: newId(),
  isNewDevice: false,
  deviceCookie: null,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
}

const phone = 'Mozilla/5.0 (Linux; Android 14) Chrome/138.0 Mobile'
const desktop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/138.0'

/** A device and a network of one's own: what is seen twice on a device counts once. `place` tells people apart. */
export const visitorOf = ({ country, isOnPhone }: Plan, place: number): Scene['visitor'] => ({
  ...visitor,
  net: `198.${18 + Math.floor(place / 256)}.${place % 256}.0/24`,
  country,
  deviceId: newId(),
  userAgent: isOnPhone ? phone : desktop,
})

/** The context of an action that this member does. */
export const by = ({ caller, visitor: own }: Member, scene: Scene) => ({ ...scene, caller, visitor: own })

/** Somebody who is signed in, as the rules see them. */
export const callerOf = (user: { id: string; username: string; role: Caller['role'] }, now: Date): Caller => ({
  ...user,
  sessionId: newId(),
  signedInAt: now,
  sessionHash: Buffer.alloc(8),
  deviceId: null,
  locked: false,
  lockReason: null,
  cooldownUntil: null,
  cooldownReason: null,
  lastSeenAt: now,
  provedAt: now,
  needsInit: false,
  hasTwoStep: false,
  locale: null,
  measures: [],
})
