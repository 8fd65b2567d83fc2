import type { Contract } from '@runnel/contract'
import type { ListedOffer, OfferDevice } from '@runnel/contract/earn/offer'
import type { Input, Result } from '@runnel/contract/route'
import type { FeedOffer, FeedReward, OfferSource } from '#adapters/offers/offers.ts'
import { type PostbackValues, unitsOf } from '#features/offerwall/postback/postback-values.ts'
import { presetOf } from '#features/offerwall/preset/presets.ts'
import { refuseClosedSource } from '#features/outflow/outflow.ts'
import type { Context } from '#kernel/context.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { say } from '#kernel/words/say.ts'
import { scaled, type Units } from '#money/amount.ts'
import { recordClick } from './click.ts'
import { frameHash } from './frame.ts'
import { openWalls, wallFor } from './open-walls.ts'
import { wallUserId } from './wall-user-id.ts'
import type { WallRow } from './wall.ts'

type Feed = Contract['offerwall']['feed']
type Click = Contract['offerwall']['click']

/** More than anybody scrolls through. */
const OFFERS_MAX = 300

/** Offers of all walls with an API in one list: the best reward per minute first, then those without a time. */
export const listOffers = async (
  secrets: Secrets,
  context: Context<Feed>,
  { device: wanted }: Input<Feed>['query'],
): Promise<Result<Feed>> => {
  const { db, adapters, caller, visitor, log } = context
  refuseClosedSource(context, 'offerwall')
  const device = wanted ?? deviceOf(visitor.userAgent)
  const open = await openWalls(db.read, { userId: caller.id, country: visitor.country })
  const walls = open.filter(hasApi)
  const answers = await Promise.all(
    walls.map(async (wall) => {
      const said = await adapters.offerFeeds.list(sourceOf(secrets, context, { wall, device }))
      if (said.kind === 'failed') log.warn({ wall: wall.slug, reason: said.reason }, 'an offerwall returned no offers')
      return { wall, said }
    }),
  )
  const offers = answers.flatMap(({ wall, said }) =>
    said.kind === 'ok' ? said.offers.flatMap((offer) => listed(wall, offer) ?? []) : [],
  )
  return {
    device,
    offers: offers
      .filter(({ devices }) => devices.length === 0 || devices.includes(device))
      .toSorted((one, other) => (other.perMinute ?? 0) - (one.perMinute ?? 0) || other.reward - one.reward)
      .slice(0, OFFERS_MAX),
    failed: answers.filter(({ said }) => said.kind === 'failed').map(({ wall }) => wall.name),
  }
}

/** Writes the click down before the vendor hears of it, and answers where its offer opens. */
export const clickOffer = async (
  secrets: Secrets,
  context: Context<Click>,
  { params, body }: Pick<Input<Click>, 'params' | 'body'>,
): Promise<Result<Click>> => {
  const { db, adapters, caller, visitor, now, log } = context
  refuseClosedSource(context, 'offerwall')
  const wall = await wallFor(db.read, { id: params.id, userId: caller.id, country: visitor.country })
  if (!hasApi(wall)) return refuseGone()
  const source = sourceOf(secrets, context, { wall, device: body.device })
  const said = await adapters.offerFeeds.list(source)
  if (said.kind === 'failed') return refuseSilent(wall)
  const found = said.offers.find(({ id }) => id === body.offerId)
  const offer = found && listed(wall, found)
  if (offer === undefined) return refuseGone()
  const { offerId, title, reward, steps } = offer
  const clicked = { vendorOffer: offerId, offer: title || offerId, amount: reward, steps: Math.max(1, steps.length) }
  const clickId = await db.write((tx) => recordClick(tx, { wallId: wall.id, userId: caller.id, now, clicked }))
  const opened = await adapters.offerFeeds.open(source, offerId, clickId)
  if (opened.kind === 'gone') return refuseGone()
  if (opened.kind === 'failed') {
    log.warn({ wall: wall.slug, reason: opened.reason }, 'an offerwall did not open an offer')
    return refuseSilent(wall)
  }
  return { clickId, url: opened.url }
}

const refuseGone = (): never => refuse('notFound', 'OFFER_GONE', say('offerwall.offerNoLongerAvailable'))
const refuseSilent = ({ name }: WallRow): never =>
  refuse('maintenance', 'OFFERWALL_UNREACHABLE', say('offerwall.respondingTryAnotherOffer', { name }))

const hasApi = (wall: WallRow): boolean => wall.offers_by_api && presetOf(wall).offerApi !== null

type Asking = Pick<Context<Feed>, 'caller' | 'visitor' | 'now'>

/** Whose offers are asked for, with the keys of the wall. */
const sourceOf = (
  secrets: Secrets,
  { caller, visitor, now }: Asking,
  { wall, device }: { wall: WallRow; device: OfferDevice },
): OfferSource => {
  const api = presetOf(wall).offerApi?.id ?? refuseGone()
  const { id: userId, username } = caller
  return {
    wallId: wall.id,
    api,
    apiUrl: wall.offer_api_url,
    keys: wall.keys,
    apiKey: wall.api_key_sealed === '' ? '' : (secrets.open(wall.api_key_sealed) ?? ''),
    userId: wallUserId(secrets, userId),
    userHash: frameHash(secrets, { wall, userId, username, now }),
    ip: visitor.address(),
    userAgent: visitor.userAgent,
    device,
  }
}

const deviceOf = (userAgent: string): OfferDevice =>
  /android/i.test(userAgent) ? 'android' : /iphone|ipad|ipod/i.test(userAgent) ? 'ios' : 'desktop'

/** In units by the rate of the wall; undefined for what a postback of the wall could never credit. */
const listed = (
  wall: WallRow,
  { id, amount, usd, minutes, steps, notes, url: _url, ...offer }: FeedOffer,
): ListedOffer | undefined => {
  const reward = unitsFor(wall, { amount, usd })
  if (reward === undefined || reward < 1) return undefined
  const paid = steps.map((step) => ({ name: step.name, reward: unitsFor(wall, step) ?? null, minutes: step.minutes }))
  // A single call pays a step, and none may be above the largest reward of the wall.
  const largest = paid.length > 1 ? Math.max(...paid.map((step) => step.reward ?? 0)) : reward
  if (largest > wall.max_reward) return undefined
  return {
    ...offer,
    wallId: wall.id,
    wall: wall.name,
    offerId: id,
    devices: [...offer.devices],
    minutes,
    reward,
    perMinute: minutes === null ? null : Math.round((reward / minutes) * 100) / 100,
    steps: paid,
    notes: [...notes],
  }
}

const unitsFor = (wall: WallRow, { amount, usd }: FeedReward): Units | undefined => {
  const told: Pick<PostbackValues, 'amount' | 'usd'> = {
    amount: amount === undefined ? undefined : scaled(amount),
    usd: usd === undefined ? undefined : scaled(usd),
  }
  const units = unitsOf(wall, told)
  return units === undefined || units > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(units)
}
