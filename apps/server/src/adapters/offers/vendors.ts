import type { OfferApi } from '@runnel/contract/earn/offer'
import * as z from 'zod/mini'
import { amountIn, MaybeList, MaybeText, minutesIn, offerOf, readRows, Text, Words } from './read-rows.ts'
import { scaledSum } from './scaled-sum.ts'
import { devicesIn, listAt, type OfferVendor, withQuery } from './vendor.ts'
import { bitcotasks, lootably } from './vendors-keyed.ts'

const BitLabsRow = z.object({
  id: Text,
  anchor: Words,
  click_url: Text,
  description: MaybeText,
  requirements: MaybeText,
  categories: MaybeList,
  total_points: MaybeText,
  events: MaybeList,
  things_to_know: MaybeList,
  disclaimer: MaybeText,
  confirmation_time: MaybeText,
  pending_time: MaybeText,
  session_hours: MaybeText,
  support_url: MaybeText,
})
const BitLabsEvent = z.object({
  name: Text,
  payable: z.boolean(),
  points: MaybeText,
  payout: MaybeText,
  ttc_minutes: MaybeText,
})

const bitlabs: OfferVendor = {
  address: 'https://api.bitlabs.ai/v2/client/offers',
  ask: (address, { keys, userId, ip, userAgent, device }, wanted) => ({
    method: 'GET',
    url: withQuery(address, {
      client_ip: ip,
      client_user_agent: userAgent,
      limit: '100',
      ...(device === 'android' && { devices: 'android' }),
      ...(device === 'ios' && { devices: 'iphone' }),
      ...(wanted && { offer_ids: wanted.offerId, tags: `click_id=${wanted.clickId}` }),
    }),
    headers: { 'x-api-token': keys['token'] ?? '', 'x-user-id': userId, 'user-agent': userAgent },
  }),
  read: (body) => {
    const list = listAt(body, 'data', 'offers')
    if (!Array.isArray(list)) return undefined
    return readRows(list, BitLabsRow, (row) => {
      const events = readRows(row.events, BitLabsEvent, (event) => event).filter(({ payable }) => payable)
      const minutes = events.map((event) => minutesIn(event.ttc_minutes) ?? 0)
      return offerOf({
        id: row.id,
        title: row.anchor,
        description: row.description,
        requirements: row.requirements,
        url: row.click_url,
        devices: devicesIn(row.categories),
        minutes: Math.max(0, ...minutes) || null,
        amount: amountIn(row.total_points) ?? scaledSum(events.map(({ points }) => points)),
        usd: scaledSum(events.map(({ payout }) => payout)),
        steps: events.map((event) => ({
          name: event.name,
          amount: amountIn(event.points),
          usd: amountIn(event.payout),
          minutes: minutesIn(event.ttc_minutes),
        })),
        // Its terms want all of these displayed: https://developer.bitlabs.ai/docs/offer-api
        notes: row.things_to_know,
        disclaimer: row.disclaimer,
        confirmation: row.confirmation_time,
        pending: row.pending_time === '0' ? '' : row.pending_time,
        limitMinutes: minutesIn(row.session_hours, 1 / 60),
        supportUrl: row.support_url,
      })
    })
  },
  click: 'asked',
}

const AyetRow = z.object({
  id: Text,
  name: Words,
  tracking_link: Text,
  description: MaybeText,
  conversion_instructions_long: MaybeText,
  conversion_instructions_short: MaybeText,
  introduction: MaybeText,
  rules_requirements: MaybeText,
  payout: MaybeText,
  payout_usd: MaybeText,
  currency_amount: MaybeText,
  conversion_time: MaybeText,
  max_conversion_time: MaybeText,
  cpe_instructions: MaybeList,
  tasks: MaybeList,
})
const AyetTask = z.object({ name: Text, payout: MaybeText, currency_amount: MaybeText, status: MaybeText })

const ayet: OfferVendor = {
  address: 'https://www.ayetstudios.com/offers/offerwall_api',
  ask: (address, { keys, userId, ip, userAgent, device }) => ({
    method: 'GET',
    url: withQuery(`${address.replace(/\/+$/, '')}/${encodeURIComponent(keys['adslot'] ?? '')}`, {
      external_identifier: userId,
      ip,
      user_agent: userAgent,
      os: device,
      include_cpe: 'true',
      num_offers: '100',
    }),
  }),
  // Its static API, whose answer the vendor prints, names the steps `tasks` and their amounts `currency_amount`; its
  // Offerwall API, by public code, `cpe_instructions` and `payout`, which is in the adslot's currency there.
  read: (body, { device, userId }) => {
    const list = listAt(body, 'offers') ?? listAt(body, 'offerwall', 'offers')
    if (listAt(body, 'status') !== 'success' || !Array.isArray(list)) return undefined
    return readRows(list, AyetRow, (row) =>
      offerOf({
        id: row.id,
        title: row.name,
        description: row.description || row.introduction,
        requirements: instructionsOf(row),
        url: row.tracking_link.replace('{external_identifier}', encodeURIComponent(userId)),
        // It was asked for this device alone.
        devices: [device],
        minutes: minutesIn(row.conversion_time, 60),
        amount: amountIn(row.currency_amount) ?? amountIn(row.payout),
        usd: amountIn(row.payout_usd),
        steps: readRows(row.cpe_instructions ?? row.tasks, AyetTask, (task) => task)
          .filter(({ status }) => status !== 'unavailable')
          .map(({ name, currency_amount: amount, payout }) => ({
            name,
            amount: amountIn(amount) ?? amountIn(payout),
            usd: amountIn(amount) === undefined ? undefined : amountIn(payout),
            minutes: null,
          })),
        notes: [row.rules_requirements],
        limitMinutes: minutesIn(row.max_conversion_time, 60),
      }),
    )
  },
  click: { param: 'custom_1' },
}

/** The long ones, where they are more than a place for the steps. */
const instructionsOf = (row: z.infer<typeof AyetRow>): string | null | undefined => {
  const { conversion_instructions_long: long, conversion_instructions_short: short } = row
  return !long || long.includes('{multiple_rewards}') ? short : long
}

const CpxRow = z.object({
  id: Text,
  loi: MaybeText,
  payout: MaybeText,
  type: MaybeText,
  payout_publisher_usd: MaybeText,
})

const cpx: OfferVendor = {
  address: 'https://live-api.cpx-research.com/api/get-surveys.php',
  ask: (address, { keys, userId, userHash, ip, userAgent }) => ({
    method: 'GET',
    url: withQuery(address, {
      app_id: keys['appId'] ?? '',
      ext_user_id: userId,
      secure_hash: userHash,
      output_method: 'api',
      ip_user: ip,
      user_agent: userAgent,
      limit: '50',
    }),
  }),
  read: (body, { keys, userId, userHash }) => {
    const list = listAt(body, 'surveys')
    if (listAt(body, 'status') !== 'success' || !Array.isArray(list)) return undefined
    return readRows(list, CpxRow, (row) =>
      offerOf({
        id: row.id,
        title: '',
        description: '',
        url: withQuery('https://offers.cpx-research.com/index.php', {
          app_id: keys['appId'] ?? '',
          ext_user_id: userId,
          secure_hash: userHash,
          survey_id: row.id,
        }),
        devices: [],
        minutes: minutesIn(row.loi),
        amount: amountIn(row.payout),
        usd: amountIn(row.payout_publisher_usd),
        steps: [],
      }),
    )
  },
  click: { param: 'subid_1' },
}

export const offerVendors: Readonly<Record<OfferApi, OfferVendor>> = { bitlabs, ayet, cpx, bitcotasks, lootably }
