import { createAccount } from '#features/auth/create-account.ts'
import { notifyReferrer } from '#features/referral/referral.ts'
import { between } from '#guard/captcha-image/random.ts'
import { recordDevice } from '#guard/device.ts'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import type { Caller } from '#kernel/session.ts'
import { openUserAccounts } from '#money/accounts.ts'
import type { Coin } from './addresses.ts'
import { asOwner } from './desk.ts'
import { act, callerOf, type Member, type DemoHarness, visitorOf } from './harness.ts'
import type { Plan } from './people.ts'
import { ownersRules } from './rules.ts'

/** Both accounts of the demonstration open with it: it guards nothing but made-up history. */
export const DEMO_PASSWORD = 'made-up-month'

/** Up to here the made-up site pays without a person, in units. */
export const AUTO_MAX = 3_000

export interface Site {
  readonly owner: Caller
  readonly methods: Readonly<Record<Coin, string>>
}

/** The site on its first evening: its owner, how it pays and from when on. */
export const setUp = async (stage: DemoHarness, { adminUsername, now }: { adminUsername: string; now: Date }) => {
  const owner = await openOwner(stage, adminUsername, now)
  const { saveSettings, addMethod } = ownersRules(stage)
  const body = { payout_auto_max: AUTO_MAX, payout_address_wait_hours: 0, contact_email: 'hello@runnel.example' }
  await act(stage, now, async (scene) =>
    saveSettings({ body, params: undefined, query: {}, headers: undefined }, { ...scene, caller: owner }),
  )
  const ids: [Coin, string][] = []
  for (const [position, fields] of methodsAtFirst.entries()) {
    const given = {
      body: { ...fields, rateSource: 'fixed' as const, options: {}, enabled: true, position },
      params: undefined,
      query: undefined,
      headers: undefined,
    }
    const { method } = await act(stage, now, async (scene) => addMethod(given, { ...scene, caller: owner }))
    ids.push([fields.currency, method._id])
  }
  // Every coin has its line in the list below.
  return { owner, methods: Object.fromEntries(ids) as Site['methods'] }
}

const openOwner = async (stage: DemoHarness, username: string, now: Date): Promise<Caller> => {
  const account = { username, email: 'owner@runnel.example', password: DEMO_PASSWORD, tz: 'UTC', now }
  const id = await act(stage, now, ({ tx }) => createAccount(tx, { ...account, role: 'admin', emailVerifiedAt: now }))
  return callerOf({ id, username, role: 'admin' }, now)
}

/** Units for one coin: 100,000 units are a dollar. Only the last is paid by hand. */
const methodsAtFirst = [
  { currency: 'DOGE', name: 'Dogecoin', minimum: 1_000, maximum: 500_000, fee: 40, rate: '16450', decimals: 8 },
  { currency: 'LTC', name: 'Litecoin', minimum: 1_000, maximum: 500_000, fee: 30, rate: '8920000', decimals: 8 },
  { currency: 'BTC', name: 'Bitcoin', minimum: 2_000, maximum: 2_000_000, fee: 150, rate: '6480000000', decimals: 8 },
  {
    currency: 'USDT-TRC20',
    name: 'Tether on Tron',
    minimum: 2_500,
    maximum: 1_000_000,
    fee: 500,
    rate: '100000',
    decimals: 6,
  },
].map((method) => ({
  ...method,
  // The list names only coins that the contract knows.
  currency: method.currency as Coin,
  processor: method.currency === 'USDT-TRC20' ? ('manual' as const) : ('sandbox' as const),
}))

/** The owner writes new rates down; withdrawals that were asked for before keep theirs. */
export const renewRates = async (stage: DemoHarness, site: Site, now: Date): Promise<void> => {
  for (const { currency, rate } of methodsAtFirst.filter(({ processor }) => processor === 'sandbox')) {
    const drifted = String(Math.round(Number(rate) * between(stage.random, 0.95, 1.08)))
    const given = {
      params: { id: site.methods[currency] },
      body: { rate: drifted },
      query: undefined,
      headers: undefined,
    }
    await asOwner({ stage, site }, now, (rules, context) => rules.editMethod(given, context))
  }
}

/** A person joins. Only the visitor's own account has a password: nobody can sign in as somebody made up. */
export const join = async (stage: DemoHarness, plan: Plan, members: readonly Member[]): Promise<Member> => {
  const { username, email, tz, joinsAt: now, verifies, seenAs } = plan
  const referrer = members.find((member) => member.plan.username === plan.referredBy)
  const mate = members.find((member) => member.plan.username === seenAs)
  const visitor = mate?.visitor ?? visitorOf(plan, members.length)
  const id = await act(stage, now, async ({ tx }) => {
    const userId =
      username === 'demo'
        ? await createAccount(tx, { username, email, tz, now, password: DEMO_PASSWORD, emailVerifiedAt: now })
        : await insert(tx, plan, referrer?.caller.id ?? null)
    if (verifies) await notifyReferrer(tx, { userId, now })
    await recordDevice(tx, { userId, visitor, now })
    return userId
  })
  return {
    plan,
    caller: callerOf({ id, username, role: 'user' }, now),
    visitor,
    balance: 0,
    isHereToday: true,
    lockedAt: null,
    claimed: { day: '', count: 0 },
    bonus: { newest: undefined, lastGrace: undefined },
    links: new Map(),
    codes: new Set(),
  }
}

const insert = async (tx: Tx, plan: Plan, referrerId: string | null): Promise<string> => {
  const { username, email, tz, joinsAt, verifies } = plan
  const id = newId()
  await tx
    .insertInto('users')
    .values({
      id,
      username,
      email,
      email_key: email,
      email_verified_at: verifies ? joinsAt : null,
      password_hash: null,
      tz,
      referrer_id: referrerId,
      joined_at: joinsAt,
      last_seen_at: joinsAt,
    })
    .execute()
  await openUserAccounts(tx, id, joinsAt)
  return id
}
