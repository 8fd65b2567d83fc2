import { createHash } from 'node:crypto'
import type { WallPreset } from '@runnel/contract/admin/offerwall'
import { newId } from '@runnel/server/src/kernel/id.ts'
import type { Page } from 'playwright-core'
import type { Person, World } from '#e2e/world.ts'

const dayMs = 86_400_000

interface People {
  readonly earner: Person
  readonly locked: Person
}

/** Shortlinks and offerwalls with some weeks of history. */
export const fillEarning = async (world: World, people: People): Promise<void> => {
  await fillLinks(world, people)
  await fillWalls(world, people)
}

export const addLink = async (
  { owner }: World,
  fields: { name: string; reward?: number; maxView?: number; api?: 'sandbox' | 'adlinkfly'; expectedSeconds?: number },
): Promise<string> => {
  const usual = { api: 'sandbox', apiKey: '', reward: 20, maxView: 2, minSeconds: 0, expectedSeconds: 1 } as const
  const apiUrl = fields.api === 'adlinkfly' ? 'http://127.0.0.1:9/api' : ''
  const rest = { priority: 0, countries: [], enabled: true, apiUrl }
  const { link } = await owner.api.admin.addLink({ body: { ...usual, ...rest, ...fields } })
  return link._id
}

const fillLinks = async (world: World, { earner, locked }: People): Promise<void> => {
  const quick = await addLink(world, { name: 'Otter Links', reward: 35, maxView: 3 })
  const slow = await addLink(world, { name: 'A longer way round', reward: 90, expectedSeconds: 95 })
  await addLink(world, { name: 'Silent Short', reward: 60, api: 'adlinkfly', expectedSeconds: 50 })
  const out = await addLink(world, { name: 'Short out of order', reward: 45, expectedSeconds: 40 })
  const spent = await addLink(world, { name: 'Once a day', maxView: 1, expectedSeconds: 30 })
  const now = Date.now()
  for (let day = 20; day >= 1; day--) {
    for (let visit = 0; visit < 3 + (day % 4); visit++) {
      const at = new Date(now - day * dayMs - visit * 900_000)
      const status = visit === 2 ? 'open' : 'paid'
      await past(world, {
        provider: visit % 2 === 0 ? quick : slow,
        person: earner,
        status,
        at,
        seconds: 20 + visit * 9,
      })
    }
  }
  await past(world, { provider: spent, person: earner, status: 'paid', at: new Date(now - 60_000), seconds: 31 })
  const reason = 'Returned after 7 s, far faster than other visitors.'
  for (const person of [earner, locked, earner]) {
    const seconds = 7 + Math.random()
    await past(world, { provider: slow, person, status: 'held', at: new Date(now - 2 * dayMs), seconds, reason })
  }
  await world.db.write(async (tx) => {
    const learnt = { median_seconds: 46, floor_seconds: 14, learnt_from: 57 }
    await tx.updateTable('link_providers').set(learnt).where('id', '=', slow).execute()
    const broken = { out_until: new Date(now + 1_500_000), failures: 3, last_error: 'It did not answer in 5 s.' }
    await tx.updateTable('link_providers').set(broken).where('id', '=', out).execute()
  })
}

interface Past {
  readonly provider: string
  readonly person: Person
  readonly status: 'open' | 'paid' | 'held'
  readonly at: Date
  readonly seconds: number
  readonly reason?: string
}

/** A visit that somebody made before; money did not move for it. */
const past = ({ db }: World, { provider, person, status, at, seconds, reason }: Past): Promise<unknown> => {
  const isBack = status !== 'open'
  return db.write((tx) =>
    tx
      .insertInto('link_visits')
      .values({
        id: newId(),
        provider_id: provider,
        user_id: person.id,
        secret_hash: createHash('sha256').update(newId()).digest(),
        vt: Buffer.alloc(16),
        reward: 35,
        device_id: newId(),
        ip_net: '10.99.0.0/24',
        country: null,
        // One that never came back and was opened again since.
        status: isBack ? status : 'void',
        opened_at: at,
        expires_at: new Date(at.getTime() + 3_600_000),
        arrived_at: isBack ? new Date(at.getTime() + seconds * 1_000) : null,
        seconds: isBack ? seconds.toFixed(3) : null,
        reason: reason ?? null,
      })
      .execute(),
  )
}

export const wallSecret = 'made up for these tests'

export const addWall = async (
  { owner }: World,
  { preset: wanted, name, slug, frameUrl }: { preset: string; name: string; slug: string; frameUrl?: string },
): Promise<string> => {
  const { walls, presets } = await owner.api.admin.walls({})
  const preset = presets.find(({ id }: WallPreset) => id === wanted)
  if (!preset) throw new Error(`there is no preset ${wanted}`)
  const { wall } = await owner.api.admin.addWall({
    body: {
      preset: preset.id,
      slug,
      name,
      conditions: 'Surveys pay within minutes, games once you have reached their goal.',
      frameUrl: frameUrl ?? preset.frameUrl,
      keys: Object.fromEntries(preset.keys.map((key) => [key, key === 'rewardConversion' ? '100' : 'demo'])),
      secret: wallSecret,
      allowedIps: [],
      refuseOtherIps: false,
      unitsPerAmount: '1',
      shareBasisPoints: 5_000,
      maxReward: 10_000_000,
      holdAbove: 50_000,
      holdDays: 14,
      countries: [],
      minLevel: 1,
      rules: preset.rules,
      offersByApi: false,
      offerApiUrl: '',
      supportEmail: '',
      apiKey: '',
      enabled: true,
      position: walls.length,
    },
  })
  return wall._id
}

/** A wall calls, as its server would. */
export const callFrom = async (
  { address }: World,
  {
    slug,
    ...fields
  }: { slug: string; subId: string; transId: string; reward: string; status: '1' | '2'; offer: string },
  { isForged }: { isForged?: boolean } = {},
): Promise<string> => {
  const { subId, transId, reward, status, offer } = fields
  const signature = createHash('md5')
    .update(`${subId}${transId}${reward}${isForged ? 'wrong' : wallSecret}`)
    .digest('hex')
  const payout = String(Number(reward) / 50_000)
  const query = new URLSearchParams({ subId, transId, reward, payout, offer_name: offer, status, signature })
  const answer = await fetch(`${address}/api/postback/${slug}?${query.toString()}`)
  return answer.text()
}

/** The name by which walls know somebody. */
export const nameAt = async (person: Person, wallId: string): Promise<string> => {
  const { url } = await person.api.offerwall.wall({ params: { id: wallId } })
  return new URL(url).searchParams.get('user') ?? ''
}

const fillWalls = async (world: World, { earner }: People): Promise<void> => {
  const frameUrl = 'https://wall.example/?user={userId}&key={apiKey}'
  const otter = await addWall(world, { preset: 'family', name: 'Otter Offers', slug: 'otter', frameUrl })
  await addWall(world, { preset: 'pollfish', name: 'Pollfish', slug: 'pollfish' })
  await addWall(world, { preset: 'cpx-research', name: 'CPX Research', slug: 'cpx' })
  const subId = await nameAt(earner, otter)
  const offers = [
    ['A survey about tea', '4200'],
    ['Reach level 20 in Harbour Town, a game of many evenings', '180000'],
    ['Try a password keeper', '30000'],
    ['A survey about trains', '2600'],
  ] as const
  for (const [index, [offer, reward]] of offers.entries()) {
    await callFrom(world, { slug: 'otter', subId, transId: `tx-${index}`, reward, status: '1', offer })
  }
  await callFrom(world, { slug: 'otter', subId, transId: 'tx-2', reward: '30000', status: '2', offer: offers[2][0] })
  await callFrom(world, { slug: 'otter', subId, transId: 'tx-0', reward: '4200', status: '1', offer: offers[0][0] })
  const forged = { slug: 'otter', subId, transId: 'tx-9', reward: '999999', status: '1', offer: 'Nothing' } as const
  await callFrom(world, forged, { isForged: true })
}

const wallPage = `<!doctype html><title>Wall</title><body style="font: 20px sans-serif; background: #eef">
<h1>Offers</h1><button>Start a survey</button>`

/** The network has no such places: a wall and the script of Pollfish answer from here. */
export const answerForWalls = async (page: Page): Promise<void> => {
  const context = page.context()
  await context.route('https://wall.example/**', (route) => route.fulfill({ contentType: 'text/html', body: wallPage }))
  const script = (body: string) => ({
    contentType: 'text/javascript',
    headers: { 'access-control-allow-origin': '*' },
    body,
  })
  // The real one is pinned by its hash, so it cannot be answered for; what it would do is not looked at here.
  await context.route('https://code.jquery.com/**', (route) => route.abort())
  await context.route('https://storage.googleapis.com/**', (route) => route.fulfill(script('')))
}
