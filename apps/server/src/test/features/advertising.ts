import type { Campaign } from '@runnel/contract/advertise'
import { lockCampaignRow, reopenView } from '#features/advertise/advertise.ts'
import { later } from '#kernel/clock.ts'
import { newId } from '#kernel/id.ts'
import { assert } from '#kernel/refusal.ts'
import { escrowAccount, houseAccount, openPlainAccounts, outsideAccount, userAccount } from '#money/accounts.ts'
import { clawBack } from '#money/claw-back.ts'
import { post } from '#money/ledger.ts'
import { payView } from '#money/pay-view.ts'
import type { Person, World } from '#test/world.ts'

/** Lets a person have deposited something. */
export const fund = (world: World, { id }: { readonly id: string }, amount: number): Promise<unknown> =>
  world.db.write(async (tx) => {
    const now = world.clock.now()
    const outside = outsideAccount('deposit', 'USD')
    await openPlainAccounts(tx, [outside], now)
    const credit = userAccount(id, 'deposit')
    await post(tx, [{ kind: 'deposit', debit: outside, credit, amount, key: `deposit:test-${newId()}` }], now)
  })

type Wish = Parameters<Person['advertise']['create']>[0]['body']

/** What a person wants to advertise: a hundred views of a page in a frame, unless told otherwise. */
export const wish = (changes: Partial<Wish> = {}): Wish => ({
  kind: 'iframe',
  title: 'A fine page',
  description: 'Worth a look.',
  url: 'https://www.fine-page.com/',
  timer: 10,
  views: 100,
  ...changes,
})

/** A campaign that its owner has paid and that waits for a person. */
export const pendingCampaign = async (world: World, person: Person, changes: Partial<Wish> = {}): Promise<Campaign> => {
  await fund(world, person, 1_000_000)
  return (await person.advertise.create({ body: wish(changes) })).campaign
}

/** A campaign that runs. */
export const runningCampaign = async (world: World, person: Person, changes: Partial<Wish> = {}): Promise<Campaign> => {
  const { _id: id } = await pendingCampaign(world, person, changes)
  const owner = await world.owner()
  return (await owner.admin.editPtc({ params: { id }, body: { status: 'active' } })).campaign
}

/** A campaign whose only view is sold; tells its id. */
export const soldOutCampaign = async (world: World, person: Person): Promise<string> => {
  await world.settings({ ptc_min_views: 1 })
  const { _id: id } = await runningCampaign(world, person, { views: 1 })
  await world.settings({ ptc_min_views: world.defaults.ptc_min_views })
  const { outcome } = await watch(world, id, await world.user('the_only_viewer'))
  assert(outcome === 'paid', 'a running campaign pays for a view')
  return id
}

/** What a view was seen with; a paid one unless told otherwise. */
interface Seen {
  readonly country?: string | null
  readonly device?: string
  readonly net?: string
  readonly status?: 'paid' | 'void'
}

/** Lets a viewer have watched an ad until its end; tells the outcome and the ticket. */
export const watch = (world: World, campaignId: string, viewer: { readonly id: string }, seen: Seen = {}) =>
  world.db.write(async (tx) => {
    const now = world.clock.now()
    const { country = 'DE', device = 'desktop', net = '10.0.0.0/24', status = 'paid' } = seen
    const campaign = await tx
      .selectFrom('campaigns')
      .select(['price', 'reward', 'timer'])
      .where('id', '=', campaignId)
      .executeTakeFirstOrThrow()
    const ticket = newId()
    await tx
      .insertInto('ptc_views')
      .values({
        id: ticket,
        campaign_id: campaignId,
        user_id: viewer.id,
        status: status === 'void' ? 'void' : 'open',
        ...campaign,
        beat_seconds: 2,
        country,
        device,
        device_id: newId(),
        ip_net: net,
        opened_at: later(now, -campaign.timer),
        expires_at: later(now, 300),
        beats: 3,
        watched_ms: campaign.timer * 1_000,
      })
      .execute()
    if (status === 'void') return { ticket, outcome: 'void' as const }
    const view = {
      ticket,
      userId: viewer.id,
      campaignId,
      exp: 5,
      slackMs: 1_000,
      shared: { basisPoints: 1_000, bonus: 0 },
    }
    const { outcome } = await payView(tx, view, now)
    if (outcome === 'paid') return { ticket, outcome }
    await tx.updateTable('ptc_views').set({ status: 'void' }).where('id', '=', ticket).execute()
    return { ticket, outcome }
  })

/** Returns a paid view to its campaign, as the review of views does. */
export const returnView = (world: World, ticket: string, reason = 'It was not a person.') =>
  world.db.write(async (tx) => {
    const now = world.clock.now()
    const view = await tx.selectFrom('ptc_views').selectAll().where('id', '=', ticket).executeTakeFirstOrThrow()
    assert(view.status === 'paid', 'only a paid view comes back')
    const { campaign_id: campaignId, user_id: userId, price, reward } = view
    await lockCampaignRow(tx, campaignId)
    const ended = { status: 'returned', returned_at: now, return_reason: reason } as const
    await tx.updateTable('ptc_views').set(ended).where('id', '=', ticket).execute()
    const back = { debit: userAccount(userId, 'main'), credit: escrowAccount(campaignId), ref: ticket }
    const leg = { ...back, kind: 'ptc-return', amount: reward, key: `ptc-return:${ticket}` } as const
    await clawBack(tx, { leg, userId, reason, now })
    const fee = { ...back, debit: houseAccount('fee'), kind: 'ptc-fee-return', amount: price - reward } as const
    await post(tx, [{ ...fee, key: `ptc-fee-return:${ticket}` }], now)
    return reopenView(tx, { campaignId, price, reason, now })
  })
