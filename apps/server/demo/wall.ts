import { createHmac } from 'node:crypto'
import { offerwall, presets, wallUserId } from '#features/offerwall/offerwall.ts'
import { oneOf, wholeBetween } from '#guard/captcha-image/random.ts'
import { later } from '#kernel/clock.ts'
import { assert } from '#kernel/refusal.ts'
import { oneOfTheFirst } from './advertisers.ts'
import type { Occasion, Today } from './demo-world.ts'
import { asOwner } from './desk.ts'
import { act, type Member, type DemoHarness } from './harness.ts'
import { depsAt } from './rules.ts'

const nothing = { params: undefined, query: undefined, headers: undefined, body: undefined }
const SLUG = 'sample-wall'
const SECRET = 'the secret of a wall that is not there'
/** What the site passes on of the dollars that the wall pays it; the wall reckons a user's units by this itself. */
const SHARE = 0.7
/** More than this is held for some days. */
const HOLD_ABOVE = 5_000

/** A wall that the owner sets up by hand, from the preset for walls that have none. */
const openWall = async (today: Today): Promise<void> => {
  const preset = presets.find(({ id }) => id === 'generic')
  assert(preset !== undefined, 'there is a preset for all other walls')
  const body = {
    preset: preset.id,
    slug: SLUG,
    name: 'Sample wall',
    conditions: 'Rewards of $0.05 and more come after three days.',
    frameUrl: preset.frameUrl,
    keys: {},
    allowedIps: [],
    refuseOtherIps: false,
    unitsPerAmount: '1',
    shareBasisPoints: SHARE * 10_000,
    maxReward: 100_000,
    holdAbove: HOLD_ABOVE,
    holdDays: 3,
    countries: [],
    minLevel: 1,
    rules: { ...preset.rules, offerParam: 'offer' },
    offersByApi: false,
    offerApiUrl: '',
    supportEmail: '',
    enabled: true,
    position: 0,
    secret: SECRET,
    apiKey: '',
  }
  const { wall } = await asOwner(today, today.from, (rules, context) => rules.addWall({ ...nothing, body }, context))
  today.town.wall.id = wall._id
}

interface Story {
  readonly userId: string
  readonly tx: string
  readonly amount: number
  /** Credit or reversal, as the preset names them. */
  readonly status: '1' | '2'
  readonly offer: string
  readonly secret?: string
  readonly at: Date
}

/** The wall calls, signed as the preset asks for. */
const call = async (
  stage: DemoHarness,
  { userId, tx, amount, status, offer, secret = SECRET, at }: Story,
): Promise<number> => {
  const user = wallUserId(stage.secrets, userId)
  const usd = (amount / SHARE / 100_000).toFixed(4)
  const signed = [user, tx, String(amount), usd, status].join(':')
  const signature = createHmac('sha256', secret).update(signed).digest('hex')
  const query = new URLSearchParams({ user, tx, amount: String(amount), usd, status, offer, signature }).toString()
  const raw = { body: new Uint8Array(), query, headers: {} }
  const { status: reply } = await act(stage, at, async (scene) =>
    offerwall(depsAt(stage, at)).postback({ ...nothing, params: { wall: SLUG }, raw }, { ...scene, caller: undefined }),
  )
  return reply
}

const offers = ['A survey about breakfast', 'Reach level 5 of a game', 'Install a map', 'Try a magazine for a week']

export const credit = async (today: Today, { member, amount, at }: { member: Member; amount: number; at: Date }) => {
  const { stage, town } = today
  if (town.wall.id === '') return
  town.wall.count += 1
  const tx = `made-up-${town.wall.count}`
  const userId = member.caller.id
  const reply = await call(stage, { userId, tx, amount, status: '1', offer: oneOf(stage.random, offers), at })
  assert(reply === 200, 'the wall is believed')
  town.wall.credited.push({ tx, userId, amount })
}

/** Now and then somebody finishes an offer. */
export const sendPostbacks = async (today: Today, seated: readonly Member[]): Promise<void> => {
  const { random } = today.stage
  const [luck, size] = [random(), random()]
  if (seated.length === 0 || luck > 0.2) return
  const member = oneOf(random, seated)
  const amount = size < 0.1 ? wholeBetween(random, 5_500, 9_000) : wholeBetween(random, 300, 2_500)
  await credit(today, { member, amount, at: later(today.from, 3_492) })
}

/** A large one a day before the end, which is still held then. */
const creditLarge = (today: Today): Promise<void> =>
  credit(today, { member: oneOfTheFirst(today, 0), amount: 12_000, at: today.from })

/** What the wall was cheated for it takes back. */
const sendChargeBack = async ({ stage, town, from }: Today): Promise<void> => {
  const last = town.wall.credited.findLast(({ amount }) => amount <= HOLD_ABOVE)
  if (last === undefined) return
  await call(stage, { ...last, status: '2', offer: 'taken back', at: from })
}

/** Somebody tries to credit themselves. */
const forge = async (today: Today): Promise<void> => {
  const { caller } = oneOfTheFirst(today, 7)
  const story = { userId: caller.id, tx: 'mine', amount: 50_000, status: '1', offer: 'My own offer' } as const
  const reply = await call(today.stage, { ...story, secret: 'guessed', at: today.from })
  assert(reply === 403, 'a forged call is refused')
}

export const wallDays: readonly Occasion[] = [
  { when: 0.22, happens: openWall },
  { when: 0.75, happens: sendChargeBack },
  { when: 0.85, happens: forge },
  { when: -26, happens: creditLarge },
]
