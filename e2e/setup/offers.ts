import { createHmac } from 'node:crypto'
import { startOfferFeeds } from '@runnel/server/src/test/fakes/offer-feeds.ts'
import type { Page } from 'playwright-core'
import { addWall, wallSecret } from '#e2e/setup/earning.ts'
import type { Person, World } from '#e2e/world.ts'

/** An offer as the API of ayeT tells of it. */
export const shop = {
  id: 41,
  name: 'Otter Shop',
  description: 'Order something small.',
  conversion_instructions_short: 'Order for 5 dollars or more.',
  rules_requirements: 'Only new users are eligible for this reward.',
  payout: 1_200,
  payout_usd: 1.2,
  conversion_time: 600,
  max_conversion_time: 172_800,
  tracking_link: 'https://vendor.example/offer/41?from=feed',
}

const game = {
  ...shop,
  id: 42,
  name: 'Harbour Town',
  description: 'Build a town by the sea.',
  conversion_instructions_short: 'Reach the levels below.',
  payout: 9_000,
  payout_usd: 9,
  conversion_time: 36_000,
  cpe_instructions: [
    { name: 'Open the harbour', payout: 1_000, status: 'new', type: 'main' },
    { name: 'Reach level 20', payout: 8_000, status: 'new', type: 'main' },
  ],
  tracking_link: 'https://vendor.example/offer/42?from=feed',
}

const survey = { ...shop, id: 43, name: 'A quick survey', payout: 300, payout_usd: 0.3, conversion_time: 60 }

export interface ApiWall {
  readonly id: string
  readonly slug: string
  readonly close: () => Promise<void>
}

/** A wall of ayeT whose offers are listed by its API; the API is a fake on this machine. */
export const addApiWall = async (world: World, { name, slug }: { name: string; slug: string }): Promise<ApiWall> => {
  const feeds = await startOfferFeeds()
  feeds.answers.set('ayet', { status: 200, body: { status: 'success', offers: [game, shop, survey] } })
  const id = await addWall(world, { preset: 'ayet', name, slug })
  const body = { offersByApi: true, offerApiUrl: `${feeds.url}/ayet`, supportEmail: 'help@vendor.example' }
  await world.owner.api.admin.editWall({ params: { id }, body })
  return { id, slug, close: feeds.close }
}

/** The vendor's page that an offer opens. */
export const answerForVendor = async (page: Page): Promise<void> => {
  await page.context().route('https://vendor.example/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="en"><title>Vendor</title><h1>Otter Shop</h1>',
    }),
  )
}

/** Starts an offer as a program of the person would; answers the id of the click. */
export const startOffer = async (person: Person, wall: ApiWall, offerId = String(shop.id)): Promise<string> => {
  const { clickId } = await person.api.offerwall.click({
    params: { id: wall.id },
    body: { offerId, device: 'desktop' },
  })
  return clickId
}

interface AyetCall {
  readonly person: Person
  readonly tx: string
  readonly amount: string
  readonly clickId: string
  readonly isReversal?: boolean
}

/** ayeT calls, as its documentation says: the query sorted and signed in a header. */
export const callFromAyet = async (
  world: World,
  wall: ApiWall,
  { person, tx, amount, clickId, isReversal = false }: AyetCall,
): Promise<number> => {
  const { url } = await person.api.offerwall.wall({ params: { id: wall.id } })
  const query = new URLSearchParams({
    external_identifier: new URL(url).searchParams.get('external_identifier') ?? '',
    transaction_id: `${isReversal ? 'r-' : ''}${tx}`,
    currency_amount: isReversal ? `-${amount}` : amount,
    offer_name: shop.name,
    is_chargeback: isReversal ? '1' : '0',
    custom_1: clickId,
  })
  query.sort()
  const hash = createHmac('sha256', wallSecret).update(query.toString()).digest('hex')
  const headers = { 'x-ayetstudios-security-hash': hash }
  const answer = await fetch(`${world.address}/api/postback/${wall.slug}?${query.toString()}`, { headers })
  return answer.status
}

/** Offers of an API, a report of a missing reward, and wallets that differ from the ledger. */
export const fillOffers = async (world: World, { earner }: { readonly earner: Person }): Promise<void> => {
  const wall = await addApiWall(world, { name: 'Otter API', slug: 'otter-api' })
  await startOffer(earner, wall)
  const id = await startOffer(earner, wall)
  const body = { words: 'I ordered three days ago and got nothing.', evidence: 'Order 4711, paid by card.' }
  await earner.api.offerwall.report({ params: { id }, body })
  const now = new Date()
  const one = {
    processor: 'bitcoind',
    currency: 'DOGE',
    kind: 'unbooked',
    withdrawal_id: null,
    at: now,
    found_at: now,
  } as const
  const sent = { address: 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L', amount: '120.5' }
  const dismissal = { dismissed_at: now, dismissed_by: world.owner.id, note: 'Moved to the cold wallet by hand.' }
  await world.db.write((tx) =>
    tx
      .insertInto('wallet_differences')
      .values([
        { ...one, ...sent, key: 'first', tx_id: '4'.repeat(64) },
        { ...one, ...sent, ...dismissal, key: 'second', tx_id: '5'.repeat(64) },
      ])
      .execute(),
  )
}
