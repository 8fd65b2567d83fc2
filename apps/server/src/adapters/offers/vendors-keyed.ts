import type { OfferDevice } from '@runnel/contract/earn/offer'
import * as z from 'zod/mini'
import { amountIn, MaybeList, MaybeText, minutesIn, offerOf, readRows, Text, Words } from './read-rows.ts'
import { scaledSum } from './scaled-sum.ts'
import { devicesIn, listAt, type OfferVendor } from './vendor.ts'

const BitcoTasksRow = z.object({
  id: Text,
  title: Words,
  description: MaybeText,
  duration: MaybeText,
  reward: MaybeText,
  url: Text,
})

export const bitcotasks: OfferVendor = {
  address: 'https://bitcotasks.com/api',
  ask: (address, { keys, apiKey, userId, ip }) => ({
    method: 'GET',
    url: [address.replace(/\/+$/, ''), ...[keys['apiKey'] ?? '', userId, ip].map(encodeURIComponent)].join('/'),
    headers: { authorization: `Bearer ${apiKey}` },
  }),
  read: (body) => {
    const list = listAt(body, 'data')
    if (String(listAt(body, 'status')) !== '200' || !Array.isArray(list)) return undefined
    return readRows(list, BitcoTasksRow, (row) =>
      offerOf({
        id: row.id,
        title: row.title,
        description: row.description,
        url: row.url,
        devices: [],
        minutes: minutesIn(row.duration, 60),
        amount: amountIn(row.reward),
        usd: undefined,
        steps: [],
      }),
    )
  },
  click: null,
}

const LootablyRow = z.object({
  offerID: Text,
  name: Words,
  link: Text,
  description: MaybeText,
  devices: MaybeList,
  revenue: MaybeText,
  currencyReward: MaybeText,
  goals: MaybeList,
})
const LootablyGoal = z.object({ description: Text, revenue: MaybeText, currencyReward: MaybeText })
const lootablyDevices: Readonly<Record<OfferDevice, readonly string[]>> = {
  android: ['android'],
  ios: ['iphone', 'ipad'],
  desktop: ['windows', 'macos'],
}

export const lootably: OfferVendor = {
  address: 'https://api.lootably.com/api/v2/offers/get',
  ask: (address, { keys, apiKey, userId, ip, userAgent, device }) => ({
    method: 'POST',
    url: address,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      placementID: keys['placementId'] ?? '',
      apiKey,
      userData: { userID: userId, userAgentHeader: userAgent, ipAddress: ip },
      devices: lootablyDevices[device],
    }),
  }),
  read: (body) => {
    const list = listAt(body, 'data', 'offers')
    if (listAt(body, 'success') !== true || !Array.isArray(list)) return undefined
    return readRows(list, LootablyRow, (row) => {
      const goals = readRows(row.goals, LootablyGoal, (goal) => goal)
      return offerOf({
        id: row.offerID,
        title: row.name,
        description: row.description,
        url: row.link,
        devices: devicesIn(row.devices),
        minutes: null,
        amount: amountIn(row.currencyReward) ?? scaledSum(goals.map(({ currencyReward }) => currencyReward)),
        usd: amountIn(row.revenue) ?? scaledSum(goals.map(({ revenue }) => revenue)),
        steps: goals.map((goal) => ({
          name: goal.description,
          amount: amountIn(goal.currencyReward),
          usd: amountIn(goal.revenue),
          minutes: null,
        })),
      })
    })
  },
  click: null,
}
