import { later } from '#kernel/clock.ts'
import { assert } from '#kernel/refusal.ts'
import { visitLink } from './activity.ts'
import type { Occasion, Today } from './demo-world.ts'
import { asOwner } from './desk.ts'

const nothing = { params: undefined, query: undefined, headers: undefined, body: undefined }

const links = [
  { name: 'Fernlink', reward: 120, expectedSeconds: 35, priority: 2 },
  { name: 'Hillcut', reward: 90, expectedSeconds: 30, priority: 1 },
  { name: 'Quickbrook', reward: 60, expectedSeconds: 30, priority: 0 },
]

const openLinks = async (today: Today): Promise<void> => {
  for (const given of links) {
    const rest = {
      api: 'sandbox' as const,
      apiUrl: '',
      apiKey: '',
      maxView: 2,
      minSeconds: 5,
      countries: [],
      enabled: true,
    }
    const body = { ...given, ...rest }
    const { link } = await asOwner(today, today.from, (rules, context) => rules.addLink({ ...nothing, body }, context))
    today.town.links.push(link._id)
  }
}

const coupons = [
  { when: 0.1, code: 'HELLO-RUNNEL', name: 'For the first guests', reward: 250, usesMax: 500, days: 60 },
  { when: 0.45, code: 'HALFTIME', name: 'In the middle of the month', reward: 150, usesMax: 30, days: 10 },
  { when: 0.8, code: 'THANKYOU', name: 'For those who stayed', reward: 300, usesMax: 1_000, days: 60 },
]

const createCoupon = async (today: Today, { code, name, reward, usesMax, days }: (typeof coupons)[number]) => {
  const until = later(today.from, days * 86_400).toISOString()
  const rest = { from: null, until, minLevel: 1, verifiedOnly: true, enabled: true }
  const body = { code, name, reward, usesMax, ...rest }
  await asOwner(today, today.from, (rules, context) => rules.addCoupons({ ...nothing, body }, context))
  today.town.codes.push({ code, left: usesMax })
}

const news = [
  {
    when: 0.02,
    title: 'We are open',
    markdown: 'Claim, **rise in level**, and withdraw. Write to us if you miss something.',
  },
  {
    when: 0.1,
    title: 'Three shortlinks and a code',
    markdown: 'There is more to earn than the faucet now. The code `HELLO-RUNNEL` is for all who are here already.',
  },
  { when: 0.36, title: 'Tasks', markdown: 'Do small things for others, or let others do small things for you.' },
  {
    when: 0.8,
    title: 'Thank you',
    markdown: 'You are so many by now. `THANKYOU` is worth something until the end of next month.',
  },
]

const publishNews = async (today: Today, { title, markdown }: (typeof news)[number]): Promise<void> => {
  const body = { title, markdown, pinned: title === 'Thank you', publishedAt: today.from.toISOString() }
  await asOwner(today, today.from, (rules, context) => rules.addNews({ ...nothing, body }, context))
}

/** Two come back from a link faster than others: one the owner has looked at, one waits for whoever looks. */
const hurry = async (today: Today): Promise<void> => {
  const { stage, town, members, from } = today
  const member = members.findLast(({ lockedAt, links: visited }) => lockedAt === null && visited.size === 0)
  const [id] = town.links
  if (member === undefined || id === undefined) return
  await visitLink(stage, member, { id, at: from, seconds: 7 })
}

const decideHurried = async (today: Today): Promise<void> => {
  const held = await today.stage.db.read.selectFrom('link_visits').select('id').where('status', '=', 'held').execute()
  if (held.length === 0) return
  const body = { ids: held.slice(0, 100).map(({ id }) => id), pay: true }
  const { done } = await asOwner(today, today.from, (rules, context) =>
    rules.decideVisits({ ...nothing, body }, context),
  )
  assert(done > 0, 'what is held waits for the owner')
}

/** What the owner sets up and says beside the faucet, and decides about shortlinks. */
export const furnishing: readonly Occasion[] = [
  { when: 0.08, happens: openLinks },
  ...coupons.map((coupon) => ({ when: coupon.when, happens: (today: Today) => createCoupon(today, coupon) })),
  ...news.map((one) => ({ when: one.when, happens: (today: Today) => publishNews(today, one) })),
  { when: 0.55, happens: hurry },
  { when: 0.6, happens: decideHurried },
  { when: -15, happens: decideHurried },
  { when: -4, happens: hurry },
]
