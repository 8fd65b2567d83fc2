import type { SandboxOutcome } from '@runnel/contract/deposit'
import { advertise } from '#features/advertise/advertise.ts'
import { storePageFinding, fetchPage } from '#features/advertise/page-check.ts'
import { deposit } from '#features/deposit/deposit.ts'
import { later } from '#kernel/clock.ts'
import { campaigns, type Wanted } from './campaigns.ts'
import type { Occasion, Today } from './demo-world.ts'
import { act, by, type Member, type DemoHarness } from './harness.ts'
import { ownersRules, depsAt, outside } from './rules.ts'

/** A deposit is made in whole steps of this many units, the least that the sandbox takes. */
const STEP = 10_000
const PAY_SECONDS = 90

const nothing = { params: undefined, query: undefined, headers: undefined, body: undefined }

interface Payment {
  /** At least so many units. */
  readonly amount: number
  readonly at: Date
  /** What becomes of the invoice; null: it waits. */
  readonly outcome: SandboxOutcome | null
}

/** Opens an invoice and lets the sandbox do with it what payers do. */
export const payIn = async (stage: DemoHarness, member: Member, { amount, at, outcome }: Payment): Promise<void> => {
  const whole = Math.ceil(amount / STEP) * STEP
  const body = { method: 'sandbox', amount: whole }
  const opened = await deposit(depsAt(stage, at)).open({ ...nothing, body }, outside(stage, member, at))
  if (outcome === null) return
  const paidAt = later(at, PAY_SECONDS)
  const given = { ...nothing, params: { id: opened.deposit._id }, body: { outcome } }
  await deposit(depsAt(stage, paidAt)).sandboxPay(given, outside(stage, member, paidAt))
}

/** Somebody of the first who joined; the same number names the same person until an admin locks their account. */
export const oneOfTheFirst = ({ members }: Pick<Today, 'members'>, number: number): Member => {
  const [visitor, ...others] = members
  const after = others.slice(number % others.length).concat(others)
  const found = number === 0 ? visitor : (after.find(({ lockedAt }) => lockedAt === null) ?? visitor)
  if (found === undefined) throw new Error('the visitor of the demonstration is the first to join')
  return found
}

/** Somebody pays in, makes a campaign of it, and a person of the site decides. */
const createCampaign = async (today: Today, wanted: Wanted): Promise<void> => {
  const { stage, town, from } = today
  const member = oneOfTheFirst(today, wanted.by)
  const price = stage.settings
    .current()
    .ptc_prices.find(({ kind, timer }) => kind === wanted.wish.kind && timer === wanted.wish.timer)?.price
  await payIn(stage, member, { amount: wanted.wish.views * (price ?? 0), at: from, outcome: 'pay' })
  const at = later(from, 2 * PAY_SECONDS)
  const deps = depsAt(stage, at)
  const { kind, url } = wanted.wish
  const finding = await fetchPage(deps, { kind, url })
  await act(stage, at, ({ tx }) => storePageFinding(tx, { kind, url, finding, now: at }))
  const body = { device: 'any' as const, countries: [], minLevel: 1, interval: 86_400, ...wanted.wish }
  const { campaign } = await act(stage, at, async (scene) =>
    advertise(deps).create({ ...nothing, body }, by(member, scene)),
  )
  if (wanted.decision === undefined) return
  await decide(today, { id: campaign._id, decision: wanted.decision, at: later(at, 600) })
  if (wanted.decision.status !== 'active') return
  const { _id: id, timer, device, countries } = campaign
  const ad = { id, ownerId: member.caller.id, kind, timer, device, countries, left: wanted.wish.views }
  town.ads.push({ ...ad, again: new Map() })
}

interface DecideInput {
  readonly id: string
  readonly decision: NonNullable<Wanted['decision']>
  readonly at: Date
}

const decide = ({ stage, site }: Today, { id, decision, at }: DecideInput): Promise<unknown> =>
  act(stage, at, async (scene) =>
    ownersRules(stage).editPtc({ ...nothing, params: { id }, body: decision }, { ...scene, caller: site.owner }),
  )

/** The owner of the video rests it: its file is as made up as everything else, and nobody shall wait for it. */
const restVideo = async (today: Today): Promise<void> => {
  const { stage, town, from } = today
  const place = town.ads.findIndex(({ kind }) => kind === 'video')
  const [video] = place < 0 ? [] : town.ads.splice(place, 1)
  const owner = today.members.find(({ caller }) => caller.id === video?.ownerId)
  // One whose views are all sold is over, and rests by itself.
  if (video === undefined || video.left === 0 || owner === undefined) return
  const given = { ...nothing, params: { id: video.id }, body: { status: 'paused' as const } }
  await act(stage, from, async (scene) => advertise(depsAt(stage, from)).edit(given, by(owner, scene)))
}

/** Who has earned something may advertise with it. */
const exchangeEarnings = async (today: Today): Promise<void> => {
  const { stage, from } = today
  const member = oneOfTheFirst(today, 0)
  const amount = stage.settings.current().exchange_minimum
  if (member.balance < amount) return
  const given = { ...nothing, body: { amount } }
  await act(stage, from, async (scene) => deposit(depsAt(stage, from)).exchange(given, by(member, scene)))
}

/** Deposits that did not go as planned, and one that waits to be paid by whoever checks the demonstration. */
const strays: readonly (Omit<Payment, 'at'> & { readonly when: number; readonly by: number })[] = [
  { when: 0.3, by: 3, amount: 50_000, outcome: 'expire' },
  { when: 0.45, by: 5, amount: 40_000, outcome: 'pay-half' },
  { when: 0.6, by: 6, amount: 20_000, outcome: 'pay-double' },
  { when: 0.7, by: 2, amount: 30_000, outcome: 'fail' },
  { when: -1, by: 0, amount: 20_000, outcome: null },
]

export const advertising: readonly Occasion[] = [
  ...campaigns.map((wanted) => ({ when: wanted.when, happens: (today: Today) => createCampaign(today, wanted) })),
  ...strays.map(({ when, by: number, ...payment }) => ({
    when,
    happens: (today: Today) => payIn(today.stage, oneOfTheFirst(today, number), { ...payment, at: today.from }),
  })),
  { when: 0.65, happens: exchangeEarnings },
  { when: 0.6, happens: restVideo },
]
