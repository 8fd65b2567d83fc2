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
        })),
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
  payout_usd: MaybeText,
  currency_amount: MaybeText,
  conversion_time: MaybeText,
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
  read: (body, { device }) => {
    const list = listAt(body, 'offerwall', 'offers')
    if (listAt(body, 'status') !== 'success' || !Array.isArray(list)) return undefined
    return readRows(list, AyetRow, (row) =>
      offerOf({
        id: row.id,
        title: row.name,
        description: row.description,
        requirements: row.conversion_instructions_long ?? row.conversion_instructions_short,
        url: row.tracking_link,
        // It was asked for this device alone.
        devices: [device],
        minutes: minutesIn(row.conversion_time, 60),
        amount: amountIn(row.currency_amount),
        usd: amountIn(row.payout_usd),
        steps: readRows(row.tasks, AyetTask, (task) => task)
          .filter(({ status }) => status !== 'unavailable')
          .map((task) => ({ name: task.name, amount: amountIn(task.currency_amount), usd: amountIn(task.payout) })),
      }),
    )
  },
  click: { param: 'custom_1' },
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
