import { wallUserId } from '#features/offerwall/offerwall.ts'
import { type ActKind, NothingToDoError, type ActContext } from '#simulate/act-context.ts'
import type { Person } from '#simulate/people.ts'
import { CLICK_PARAM, wallPresets } from '#simulate/set-up.ts'
import type { Site } from '#simulate/site.ts'
import { callOf, type Story } from '#test/features/walls.ts'

/** A wall calls, as often and at as many nodes as it likes; what it reads is of no matter. */
const sendPostback = async (
  { site, dice, node, problem, record }: ActContext,
  wall: string,
  story: Story,
): Promise<void> => {
  const preset = wallPresets.find(({ id }) => id === wall)
  if (preset === undefined) throw new NothingToDoError()
  const { method, path, body, headers = {} } = callOf(preset, story)
  const nodes = dice.chance(0.3) ? [...site.nodes, node()] : [node()]
  const answers = await Promise.all(
    nodes.map(({ app }) =>
      app.inject({ method, url: path, headers, remoteAddress: '203.0.113.7', ...(body ? { payload: body } : {}) }),
    ),
  )
  for (const { statusCode, body: said } of answers) {
    if (statusCode >= 500 && !record.isTrouble) problem(`${statusCode} at a postback: ${said.slice(0, 200)}`)
  }
}

const UNITS_PER_AMOUNT = 2
const HOLD_ABOVE = 2_000
const MAX_REWARD = 10_000
const HOLD_MS = 3 * 86_400_000

const credit: ActKind = {
  weight: 6,
  moves: ['offerwall', 'offerwall-hold', 'debt-repay'],
  run: async (stage) => {
    const { site, dice } = stage
    const person = stage.member()
    const wall = dice.pick(wallPresets)?.id ?? ''
    // Most of what was missed is told of in the end, sooner or later than somebody credits it by hand.
    const clicks = [...site.known.clicks.values()].filter((click) => click.person === person.id && click.wall === wall)
    const click = dice.chance(0.5) ? dice.pick(clicks) : undefined
    const amount = click !== undefined && dice.chance(0.6) ? click.promised / UNITS_PER_AMOUNT : dice.amount(3, 6_000)
    return await creditOf(stage, { person, wall, amount, clickId: click?.id })
  },
}

interface CreditCall {
  readonly person: Person
  readonly wall: string
  readonly amount: number
  readonly clickId: string | undefined
}

const OFFER = 'A + & B game'

/** A postback under a transaction of its own, and what must come of it. */
const creditOf = async (stage: ActContext, { person, wall, amount, clickId }: CreditCall): Promise<string> => {
  const { site, dice } = stage
  const tx = `tx-${Math.floor(dice.next() * 2 ** 40)}`
  const units = amount * UNITS_PER_AMOUNT
  const byHand = await openHandCredit(stage, { person, wall, amount, clickId })
  const before = await creditedOf(stage, tx)
  await sendPostback(stage, wall, {
    kind: 'credit',
    user: wallUserId(site.secrets, person.id),
    tx,
    amount: String(amount),
    extra: clickId === undefined ? [] : [[CLICK_PARAM, clickId]],
  })
  const after = await creditedOf(stage, tx)
  const isNew = !before && after
  const mayCredit = units <= MAX_REWARD
  if (isNew && !mayCredit) stage.problem(`a wall credited ${units}, above its limit`)
  if (!isNew) return `${wall} tells of ${units} for ${person.username}, and is not believed`
  // What was credited by hand before is a part of it, and is not paid again.
  const rest = units - Math.min(units, byHand)
  stage.expect(person.id, rest)
  const heldUntil = rest > HOLD_ABOVE ? site.clock().getTime() + HOLD_MS : null
  const known = {
    person: person.id,
    wall,
    tx,
    amount,
    units: rest,
    heldUntil,
    left: rest,
    byHand,
    backs: new Set<number>(),
  }
  site.known.offers.set(tx, known)
  return `${wall} credits ${person.username} ${rest} of ${units}${heldUntil === null ? '' : ', held'}`
}

const namesOffers = (wall: string): boolean => wallPresets.find(({ id }) => id === wall)?.rules.offerParam !== ''

/**
 * What an admin credited by hand that a postback of a wall is about: its click's, the same offer's, or, where it names
 * no click, the oldest one; 0 where there is none. Each is settled once.
 */
const openHandCredit = async ({ rows }: ActContext, { person, wall, clickId }: CreditCall): Promise<number> => {
  const [found] = await rows(
    `SELECT o.amount FROM offers o JOIN offerwalls w ON w.id = o.wall_id
      WHERE o.by_hand AND o.ref_id IS NULL AND o.status <> 'charged-back' AND o.user_id = $1 AND w.preset = $2
        AND ($3::uuid IS NULL OR o.click_id = $3::uuid OR o.offer = $4)
      ORDER BY (o.click_id = $3::uuid) DESC NULLS LAST, o.id LIMIT 1`,
    [person.id, wall, clickId ?? null, namesOffers(wall) ? OFFER : null],
  )
  return Number(found?.['amount'] ?? 0)
}

/** Whether an offer stands under this name, or a credit by hand that it settled: whether it does is the site's word. */
const creditedOf = async ({ rows }: ActContext, tx: string): Promise<boolean> =>
  (await rows('SELECT 1 FROM offers WHERE tx_id = $1 OR ref_id = $1', [tx])).length > 0

const again: ActKind = {
  weight: 1.5,
  moves: [],
  run: async (stage) => {
    const offer = stage.dice.pick([...stage.site.known.offers.values()].slice(-30))
    if (offer === undefined) throw new NothingToDoError()
    const user = wallUserId(stage.site.secrets, offer.person)
    await sendPostback(stage, offer.wall, { kind: 'credit', user, tx: offer.tx, amount: String(offer.amount) })
    return `${offer.wall} tells of ${offer.units} again`
  },
}

const chargeBack: ActKind = {
  weight: 3,
  moves: ['offerwall-charge-back', 'offerwall', 'debt-cover', 'debt-repay'],
  run: async (stage) => {
    const { site, dice } = stage
    const offers = [...site.known.offers.values()].slice(-30)
    const offer = dice.pick(dice.chance(0.7) ? await spentOf(stage, offers) : offers)
    if (offer === undefined) throw new NothingToDoError()
    const user = wallUserId(site.secrets, offer.person)
    const isPart = dice.chance(0.3)
    const amount = isPart && offer.byHand === 0 ? dice.whole(1, offer.amount) : offer.amount
    // A part of the same size is the same call again; all parts together are never more than was credited.
    const isAgain = offer.backs.has(amount)
    const back = isAgain ? 0 : Math.min(offer.left, amount * UNITS_PER_AMOUNT) + offer.byHand
    await sendPostback(stage, offer.wall, { kind: 'reversal', user, tx: offer.tx, amount: String(amount) })
    // Nobody knows what of it was taken where the site was cut off meanwhile.
    if (stage.record.isTrouble) site.known.offers.delete(offer.tx)
    offer.backs.add(amount)
    if (!isAgain) offer.left = Math.max(0, offer.left + offer.byHand - back)
    offer.byHand = 0
    stage.expect(offer.person, -back)
    const name = site.members.find(({ id }) => id === offer.person)?.username
    return `${offer.wall} takes ${back} of ${offer.units} back from ${name}`
  },
}

type Offer = Site['known']['offers'] extends Map<string, infer Known> ? Known : never

const textOf = (row: Record<string, unknown>): string => String(row['user_id'])

/**
 * Offers whose reward has been spent meanwhile, so that a charge-back becomes a debt; those of people whose ads run
 * first, and all of them where none has.
 */
const spentOf = async ({ rows }: ActContext, offers: readonly Offer[]): Promise<readonly Offer[]> => {
  const found = await rows(
    `SELECT owner::text, sum(balance)::bigint AS has FROM accounts
     WHERE owner = ANY ($1::uuid[]) AND (name LIKE 'main:%' OR name LIKE 'deposit:%') GROUP BY owner`,
    [offers.map(({ person }) => person)],
  )
  const has = new Map(found.map((row) => [String(row['owner']), Number(row['has'])]))
  const spent = offers.filter(({ person, left }) => left > (has.get(person) ?? 0))
  const advertise = new Set((await rows(`SELECT user_id FROM campaigns WHERE status = 'active'`)).map(textOf))
  const frozen = spent.filter(({ person }) => advertise.has(person))
  return [frozen, spent].find(({ length }) => length > 0) ?? offers
}

const reversalFirst: ActKind = {
  weight: 0.7,
  moves: [],
  run: async (stage) => {
    const person = stage.member()
    const wall = stage.dice.pick(wallPresets)?.id ?? ''
    const tx = `tx-${Math.floor(stage.dice.next() * 2 ** 40)}`
    const story = { user: wallUserId(stage.site.secrets, person.id), tx, amount: '150' }
    await sendPostback(stage, wall, { ...story, kind: 'reversal' })
    await sendPostback(stage, wall, { ...story, kind: 'credit' })
    return `${wall} reverses before it credits`
  },
}

const forge: ActKind = {
  weight: 0.5,
  moves: [],
  run: async (stage) => {
    const person = stage.member()
    const wall = stage.dice.pick(wallPresets)?.id ?? ''
    const tx = `forged-${Math.floor(stage.dice.next() * 2 ** 40)}`
    const user = wallUserId(stage.site.secrets, person.id)
    await sendPostback(stage, wall, { kind: 'credit', user, tx, amount: '4000', secret: 'guessed' })
    return `somebody forges a postback of ${wall}`
  },
}

export const walls = { wallCredits: credit, wallAgain: again, chargeBack, reversalFirst, forgePostback: forge }
