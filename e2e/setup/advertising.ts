import { newId } from '@runnel/server/src/kernel/id.ts'
import { payView } from '@runnel/server/src/money/pay-view.ts'
import { seedCampaign } from '@runnel/server/src/test/features/views.ts'
import type { Person, World } from '#e2e/world.ts'

/** The campaign whose report is looked at. */
export const shownCampaign = '01998000-0000-7000-8000-000000000001'

const dayMs = 86_400_000
const hourMs = 3_600_000
const countries = ['DE', 'BR', 'ID', 'PH', null] as const

/** An advertiser with a campaign in every state, one of them seen by people for weeks. */
export const fillAdvertising = async (world: World): Promise<Person> => {
  const advertiser = await world.person('busy_beaver')
  await world.earn(advertiser, { amount: 2_400_000, exp: 0, at: new Date(Date.now() - 31 * dayMs) })
  await advertiser.api.deposit.exchange({ body: { amount: 1_300_000 } })
  const viewers: Person[] = []
  for (const name of ['early_egret', 'quiet_quail', 'tidy_teal']) viewers.push(await world.person(name))
  await payInOften(advertiser)
  await campaigns(world, advertiser)
  await seenForWeeks(world, viewers)
  return advertiser
}

/** Deposits with every end that a payer can bring about, and one that still waits. */
const payInOften = async ({ api }: Person): Promise<void> => {
  for (const outcome of ['pay-half', 'expire', 'pay', 'fail', 'pay-double', null] as const) {
    const { deposit } = await api.deposit.open({ body: { method: 'sandbox', amount: 200_000 } })
    if (outcome !== null) await api.deposit.sandboxPay({ params: { id: deposit._id }, body: { outcome } })
  }
}

const ads = [
  { title: 'Seeds that no shop has', url: 'https://seeds.example.com/spring', kind: 'iframe', status: 'active' },
  {
    title: 'A walk along the Elbe',
    url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    kind: 'youtube',
    status: 'active',
  },
  { title: 'Old maps of the delta', url: 'https://maps.example.org/delta', kind: 'window', status: 'paused' },
  { title: 'Win a phone in one click', url: 'https://prizes.example.net/now', kind: 'iframe', status: 'rejected' },
  { title: 'Thirty seconds of rain', url: 'https://media.example.com/rain.mp4', kind: 'video', status: 'pending' },
  { title: 'Learn to tie every knot', url: 'https://knots.example.com/', kind: 'iframe', status: 'pending' },
] as const

const campaigns = async (world: World, { id: ownerId }: Person): Promise<void> => {
  const longAgo = new Date(Date.now() - 24 * dayMs)
  const seen = {
    title: 'Fresh bread, baked at night',
    timer: 15,
    price: 80,
    reward: 56,
    views: 150,
    interval_seconds: 43_200,
  } as const
  await seedCampaign(world.db, { ownerId, now: longAgo, id: shownCampaign, ...seen })
  await describe(world, shownCampaign, 'https://bakery.example.com/offers')
  const { admin } = world.owner.api
  for (const { status, url, ...ad } of ads) {
    const isPending = status === 'pending'
    const now = new Date(Date.now() - (isPending ? 2 : 60) * hourMs)
    const fields = { ...ad, timer: 10, price: 50, reward: 35, views: 400 }
    const id = await seedCampaign(world.db, { ownerId, now, ...fields, status: isPending ? 'pending' : 'active' })
    await describe(world, id, url)
    const reason = 'What it promises is nowhere on the page.'
    if (status === 'paused' || status === 'rejected') {
      await admin.editPtc({ params: { id }, body: { status, reason } })
    }
  }
}

const describe = ({ db }: World, id: string, url: string): Promise<unknown> =>
  db.write(async (tx) => {
    const description = 'Made by three people in a small town, sent on the day that you ask for it.'
    const { kind } = await tx
      .updateTable('campaigns')
      .set({ url, description, video_id: url.includes('youtube') ? 'aqz-KE-bpKQ' : null })
      .where('id', '=', id)
      .returning('kind')
      .executeTakeFirstOrThrow()
    const bad = url.includes('prizes') || url.includes('knots')
    const sentence = bad ? 'The page forbids to be shown inside another page.' : 'The page can be embedded.'
    const finding = { ok: !bad, finding: bad ? 'FRAMES_REFUSED' : 'frameable', sentence, title: null, final_url: url }
    const at = new Date(Date.now() - hourMs)
    await tx
      .insertInto('page_looks')
      .values({ kind, url, ...finding, at, since: at })
      .execute()
  })

/** Each viewer once a day, at changing hours; now and then one leaves before the end. */
const seenForWeeks = async (world: World, viewers: readonly Person[]): Promise<void> => {
  for (let day = 20; day >= 1; day--) {
    for (const [index, viewer] of viewers.entries()) {
      if ((day * 3 + index * 5) % 7 === 0) continue
      const at = new Date(Date.now() - day * dayMs - ((day * 5 + index * 3) % 9) * hourMs)
      await oneView(world, {
        viewer,
        at,
        isLeft: (day + index) % 6 === 0,
        country: countries[(day + index) % 5] ?? null,
      })
    }
  }
  const reports = viewers.slice(0, 2).map(({ id }, index) => ({
    campaign_id: shownCampaign,
    user_id: id,
    reason: index === 0 ? 'broken' : 'frame-break',
    trusted: true,
    at: new Date(Date.now() - index * dayMs),
  }))
  await world.db.write((tx) => tx.insertInto('ptc_reports').values(reports).execute())
}

interface OneView {
  readonly viewer: Person
  readonly at: Date
  readonly isLeft: boolean
  readonly country: string | null
}

const oneView = ({ db }: World, { viewer, at, isLeft, country }: OneView): Promise<unknown> =>
  db.write(async (tx) => {
    const ticket = newId()
    await tx
      .insertInto('ptc_views')
      .values({
        id: ticket,
        campaign_id: shownCampaign,
        user_id: viewer.id,
        status: isLeft ? 'void' : 'open',
        price: 80,
        reward: 56,
        timer: 15,
        beat_seconds: 2,
        country,
        device: at.getUTCDate() % 3 === 0 ? 'mobile' : 'desktop',
        device_id: newId(),
        ip_net: '10.0.0.0/24',
        opened_at: new Date(at.getTime() - 20_000),
        expires_at: new Date(at.getTime() + 300_000),
        beats: 8,
        watched_ms: 15_000,
      })
      .execute()
    if (isLeft) return
    const shared = { basisPoints: 1_000, bonus: 0 }
    const view = { ticket, userId: viewer.id, campaignId: shownCampaign, exp: 5, slackMs: 1_000, shared }
    await payView(tx, view, at)
  })
