import { type ActContext, type ActKind, NothingToDoError } from '#simulate/act-context.ts'
import { captchaOf } from '#simulate/people.ts'

const timers = [5, 10] as const

const advertise: ActKind = {
  weight: 3,
  moves: ['campaign-fund'],
  run: async (stage) => {
    const { dice } = stage
    const person = stage.member()
    const timer = dice.pick(timers) ?? 5
    const price = stage.site
      .settings()
      .ptc_prices.find(({ kind, timer: of }) => kind === 'iframe' && of === timer)?.price
    // Who has put everything into an ad owes as soon as anything is charged back.
    const isAll = dice.chance(0.4)
    const views = isAll ? await mostViews(stage, person.id, price ?? 1) : dice.amount(1, 40)
    const body = { kind: 'iframe', title: 'A fine page', url: 'https://www.fine-page.com/', timer, views } as const
    await stage.as(person).advertise.create({ body: { ...body, interval: 3_600 } })
    // It moves to an escrow of the campaign's own.
    stage.expect(person.id, -views * (price ?? 0))
    return `${person.username} advertises ${views} views of ${timer} seconds`
  },
}

/** Somebody whom walls credited puts all of it into an ad: a charge-back finds nothing then, and they owe it. */
const spendAll: ActKind = {
  weight: 4,
  moves: ['exchange', 'exchange-bonus', 'campaign-fund', 'debt-repay'],
  run: async (stage) => {
    const { dice, site } = stage
    const offer = dice.pick([...site.known.offers.values()].slice(-12).filter(({ left }) => left > 0))
    const person = site.members.find(({ id }) => id === offer?.person)
    const price = site.settings().ptc_prices.find(({ kind, timer }) => kind === 'iframe' && timer === 5)?.price
    if (person === undefined || price === undefined) throw new NothingToDoError()
    const api = stage.as(person)
    const [main] = await stage.rows('SELECT balance FROM accounts WHERE name = $1', [`main:${person.id}`])
    const amount = Number(main?.['balance'] ?? 0)
    const { bonus } = amount < LEAST_EXCHANGE ? { bonus: 0 } : await api.deposit.exchange({ body: { amount } })
    stage.expect(person.id, bonus)
    const views = await mostViews(stage, person.id, price)
    const body = {
      kind: 'iframe',
      title: 'All that I have',
      url: 'https://www.fine-page.com/',
      timer: 5,
      views,
    } as const
    const { campaign } = await api.advertise.create({ body: { ...body, interval: 3_600 } })
    stage.expect(person.id, -views * price)
    if (dice.chance(0.8)) {
      await stage.as(stage.admin()).admin.editPtc({ params: { id: campaign._id }, body: { status: 'active' } })
    }
    return `${person.username} puts everything into an ad of ${views} views`
  },
}

const LEAST_EXCHANGE = 10

const mostViews = async ({ rows }: ActContext, userId: string, price: number): Promise<number> => {
  const [found] = await rows('SELECT balance FROM accounts WHERE name = $1', [`deposit:${userId}`])
  return Math.max(1, Math.floor(Number(found?.['balance'] ?? 0) / price))
}

const ownCampaigns = `SELECT c.id, c.user_id AS owner, c.price::text, c.views_left::text AS left, c.status
  FROM campaigns c JOIN users u ON u.id = c.user_id AND u.deleted_at IS NULL
  WHERE c.status IN ('pending', 'active', 'paused', 'completed') ORDER BY c.id DESC LIMIT 12`

const changeCampaign: ActKind = {
  weight: 3,
  moves: ['campaign-fund', 'campaign-refund', 'debt-repay'],
  run: async (stage) => {
    const { dice } = stage
    const { id = '', owner = '', price, left } = await stage.one(ownCampaigns)
    const person = stage.site.members.find((one) => one.id === owner)
    if (person === undefined) throw new NothingToDoError()
    const { advertise: api } = stage.as(person)
    const params = { id }
    if (dice.chance(0.4)) {
      const views = dice.amount(1, 30)
      await api.addView({ params, body: { views } })
      stage.expect(owner, -views * Number(price))
      return `${person.username} buys ${views} more views`
    }
    if (dice.chance(0.5)) {
      const status = dice.chance(0.5) ? 'paused' : 'active'
      await api.edit({ params, body: { status } })
      return `${person.username} sets a campaign ${status}`
    }
    await api.remove({ params })
    stage.expect(owner, Number(left) * Number(price))
    return `${person.username} deletes a campaign with ${left} views left`
  },
}

const decideCampaign: ActKind = {
  weight: 3,
  moves: ['campaign-refund', 'debt-repay'],
  run: async (stage) => {
    const { dice } = stage
    const waiting = `SELECT id, user_id AS owner, price::text, views_left::text AS left FROM campaigns
      WHERE status = 'pending' ORDER BY id LIMIT 4`
    const { id = '', owner = '', price, left } = await stage.one(dice.chance(0.85) ? waiting : ownCampaigns)
    const { admin } = stage.as(stage.admin())
    if (dice.chance(0.8)) {
      await admin.editPtc({ params: { id }, body: { status: 'active' } })
      return 'an admin approves a campaign'
    }
    const { refunded } = dice.chance(0.5)
      ? await admin.deletePtc({ params: { id } })
      : { refunded: await rejected(admin, id, Number(left) * Number(price)) }
    stage.expect(owner, refunded)
    return `an admin ends a campaign, ${refunded} go back`
  },
}

type Admin = ReturnType<Parameters<ActKind['run']>[0]['as']>['admin']

const rejected = async (admin: Admin, id: string, worth: number): Promise<number> => {
  await admin.editPtc({ params: { id }, body: { status: 'rejected', reason: 'It is not fit for this site.' } })
  return worth
}

const view: ActKind = {
  weight: 8,
  moves: ['ptc', 'ptc-fee', 'debt-repay'],
  run: async (stage) => {
    const { site, dice } = stage
    const person = stage.member()
    const { ptc } = stage.as(person)
    const debtors = `(SELECT owner FROM accounts WHERE debt > 0)`
    const owners = dice.chance(0.2) ? debtors : '(SELECT id FROM users)'
    const { id = '', reward } = await stage.one(
      `SELECT id, reward::text FROM campaigns WHERE status = 'active' AND user_id <> $1 AND user_id IN ${owners}
       ORDER BY id DESC LIMIT 8`,
      [person.id],
    )
    const params = { id }
    const { ad, ticket } = await ptc.open({ params })
    const seconds = dice.chance(0.95) ? ad.timer : 1
    await ptc.beat({ params, body: { ticket, watching: true } })
    for (let left = seconds; left > 0; left -= 2) {
      site.turn(Math.min(2, left))
      await ptc.beat({ params, body: { ticket, watching: true } })
    }
    const captcha = await captchaOf({ db: site.db, secrets: site.secrets, now: site.clock() }, person, 'ptc')
    await ptc.verify({ params, body: { ticket, captcha } })
    stage.expect(person.id, Number(reward))
    return `${person.username} views an ad for ${reward}`
  },
}

const reportAd: ActKind = {
  weight: 0.5,
  moves: [],
  run: async (stage) => {
    const person = stage.member()
    const { id = '' } = await stage.one('SELECT campaign_id AS id FROM ptc_views WHERE user_id = $1 LIMIT 5', [
      person.id,
    ])
    await stage.as(person).ptc.report({ params: { id }, body: { reason: 'broken' } })
    return `${person.username} reports an ad`
  },
}

export const ads = { advertise, spendAll, changeCampaign, decideCampaign, view, reportAd }
