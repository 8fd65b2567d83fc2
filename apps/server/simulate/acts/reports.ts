import { recordClick } from '#features/offerwall/click.ts'
import { type ActKind, NothingToDoError, RefusedError, type ActContext } from '#simulate/act-context.ts'
import { wallPresets } from '#simulate/set-up.ts'

const OFFERS = ['A + & B game', 'Another game']
const UNITS_PER_AMOUNT = 2
const FEW = 12

/** A member opens an offer of a wall's list, which promises a reward. */
const clickOffer: ActKind = {
  weight: 3,
  moves: [],
  run: async (stage) => {
    const { dice, site, now } = stage
    const person = stage.member()
    const wall = dice.pick(wallPresets)?.id ?? ''
    const { id: wallId = '' } = await stage.one('SELECT id FROM offerwalls WHERE preset = $1', [wall])
    const promised = dice.amount(3, 2_500) * UNITS_PER_AMOUNT
    const offer = dice.pick(OFFERS) ?? ''
    const steps = dice.chance(0.8) ? 1 : 2
    // The list itself is asked of a vendor, who has no books of ours.
    const clicked = { vendorOffer: '9', offer, amount: promised, steps }
    const { db } = stage.node()
    const id = await db.write((tx) => recordClick(tx, { wallId, userId: person.id, now, clicked }))
    site.known.clicks.set(id, { id, person: person.id, wall, promised })
    return `${person.username} opens ${offer} of ${wall} for ${promised}`
  },
}

/** A member misses what a click promised. */
const reportMissing: ActKind = {
  weight: 3,
  moves: [],
  run: async (stage) => {
    const { dice, site } = stage
    const click = dice.pick([...site.known.clicks.values()].slice(-FEW))
    const person = site.members.find(({ id }) => id === click?.person)
    if (click === undefined || person === undefined) throw new NothingToDoError()
    const body = { words: 'I finished this offer some days ago.', evidence: '' }
    await stage.as(person).offerwall.report({ params: { id: click.id }, body })
    return `${person.username} misses ${click.promised} of ${click.wall}`
  },
}

const creditedByHand = async ({ rows }: ActContext, clickId: string): Promise<number> => {
  const [found] = await rows('SELECT sum(amount)::bigint AS sum FROM offers WHERE by_hand AND click_id = $1', [clickId])
  return Number(found?.['sum'] ?? 0)
}

/** An admin credits what is missing, at times both at once, declines it, or passes it on. */
const answerReport: ActKind = {
  weight: 4,
  moves: ['offerwall', 'offerwall-hold', 'debt-repay'],
  run: async (stage) => {
    const { dice, site } = stage
    const { id = '', ...report } = await stage.one(
      `SELECT id, click_id::text, user_id::text, promised::text FROM reward_reports ORDER BY id DESC LIMIT ${FEW}`,
    )
    const { click_id: clickId = '', user_id: userId = '', promised = '0' } = report
    const admins = dice.chance(0.3) ? [site.owner, site.partner] : [stage.admin()]
    if (dice.chance(0.25)) {
      const state = dice.pick(['passed', 'declined'] as const) ?? 'passed'
      await stage
        .as(admins[0] ?? site.owner)
        .admin.answerReport({ params: { id }, body: { state, answer: 'So it is.' } })
      return `an admin answers a report: ${state}`
    }
    const amount = dice.chance(0.6) ? Number(promised) : dice.whole(1, Number(promised))
    const before = await creditedByHand(stage, clickId)
    const arrived = (await stage.rows('SELECT 1 FROM offers WHERE click_id = $1 AND NOT by_hand', [clickId])).length
    const done = await Promise.allSettled(
      admins.map((admin) => stage.as(admin).admin.creditReport({ params: { id }, body: { amount, answer: '' } })),
    )
    const after = await creditedByHand(stage, clickId)
    if (after > before && arrived > 0) stage.problem('a reward was credited by hand after its postback arrived')
    if (after > Number(promised)) stage.problem(`${after} were credited by hand for a click that promised ${promised}`)
    stage.expect(userId, after - before)
    const [admin = site.owner] = admins.filter((_, index) => done[index]?.status === 'fulfilled')
    const username = site.members.find((member) => member.id === userId)?.username ?? userId
    if (after > before) stage.raised(admin, username, after - before)
    const refused = done.find((one) => one.status === 'rejected')
    if (refused !== undefined && !(refused.reason instanceof RefusedError)) throw refused.reason
    return `an admin credits ${username} ${after - before} of ${promised} that were missing`
  },
}

export const reports = { clickOffer, reportMissing, answerReport }
