import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { SuspectAccount } from '#contract/suspect-schemas.ts'
import { Id, line, listing, paging, Timestamp } from '#contract/values.ts'
import { csvTwin } from './export.ts'

/** A network with the accounts that were seen in it lately. */
export const AdminNetwork = z.object({
  /** Such as `192.0.2.0/24`. */
  net: z.string(),
  country: z.nullable(z.string()),
  /** Who runs it, where the table shipped with us knows; null otherwise. */
  operator: z.nullable(z.string()),
  /** Known for servers or hiding, not for homes. */
  isHosting: z.boolean(),
  accounts: z.int(),
  devices: z.int(),
  /** A network of many accounts is a carrier's: it ties nobody. */
  isRare: z.boolean(),
  highestScore: z.number(),
  firstSeenAt: Timestamp,
  lastSeenAt: Timestamp,
  /** Released by a person: it ties nobody any more. */
  releasedAt: z.nullable(Timestamp),
  releasedBy: z.nullable(z.string()),
  /** Those with the highest scores, at most ten. */
  users: z.array(SuspectAccount),
})
export type AdminNetwork = z.infer<typeof AdminNetwork>

/** A device with the accounts that used it, and what other devices look just like it. */
export const AdminDevice = z.object({
  _id: Id,
  firstSeenAt: Timestamp,
  lastSeenAt: Timestamp,
  accounts: z.int(),
  highestScore: z.number(),
  releasedAt: z.nullable(Timestamp),
  releasedBy: z.nullable(z.string()),
  users: z.array(SuspectAccount),
  /** What matched: name of the component, what it says, and in how many of the devices beside it. */
  components: z.array(z.object({ name: z.string(), value: z.string(), sharedBy: z.int() })),
  /** Devices with the same print in the same network, at most twenty. */
  alike: z.array(z.object({ _id: Id, net: z.string(), username: z.string(), userId: Id })),
})
export type AdminDevice = z.infer<typeof AdminDevice>

const Count = z.pipe(z.string().check(z.regex(/^\d{1,5}$/)), z.transform(Number))

export const networkFilter = {
  /** The beginning of a network, such as `192.0.2.`, or an address in it. */
  net: z.optional(z.string().check(z.maxLength(50))),
  /** The beginning of a username: the networks that this account was seen in. */
  username: z.optional(z.string().check(z.maxLength(40))),
  /** At least so many accounts; 2 when nothing is said. */
  minAccounts: z.optional(Count),
  released: z.optional(z.enum(['true', 'false'])),
  sort: z.optional(z.enum(['accounts', 'score', 'seen'])),
}

export const deviceFilter = {
  id: z.optional(Id),
  username: z.optional(z.string().check(z.maxLength(40))),
  minAccounts: z.optional(Count),
  released: z.optional(z.enum(['true', 'false'])),
  sort: z.optional(z.enum(['accounts', 'score', 'seen'])),
}

const Result = z.object({ done: z.int(), skipped: z.int(), msg: z.optional(z.string()) })
const note = z.optional(line(0, 300))

/** What the rule about shared places reaches at several limits. */
const Thresholds = z.array(z.object({ accounts: z.int(), places: z.int(), users: z.int() }))

const networks = route({
  method: 'GET',
  path: '/api/admin/ip',
  summary: 'Networks by number of accounts seen in them during the retention period; IP addresses are never stored.',
  access: 'admin',
  transaction: 'read',
  query: z.object({ ...paging, ...networkFilter }),
  /** SPEC.md §3 calls how many there are `count`, as it does for ads. */
  answer: z.object({ items: z.array(AdminNetwork), count: z.int(), thresholds: Thresholds }),
})

const devices = route({
  method: 'GET',
  path: '/api/admin/device',
  summary: 'Devices by number of accounts, with the matching components.',
  access: 'admin',
  transaction: 'read',
  query: z.object({ ...paging, ...deviceFilter }),
  answer: z.extend(listing(AdminDevice), { thresholds: Thresholds }),
})

export const adminPlace = {
  networks,
  networksCsv: csvTwin(networks, 'Networks'),
  releaseNetworks: route({
    method: 'POST',
    path: '/api/admin/ip/release',
    summary: 'Releases networks: they no longer link accounts, and their risk signals are removed.',
    access: 'admin',
    transaction: 'write',
    bodyLimit: 20 * 1_024,
    body: z.object({
      subs: z.array(z.string().check(z.minLength(3), z.maxLength(60))).check(z.minLength(1), z.maxLength(100)),
      note,
    }),
    answer: Result,
  }),
  devices,
  devicesCsv: csvTwin(devices, 'Devices'),
  releaseDevices: route({
    method: 'POST',
    path: '/api/admin/device/release',
    summary: 'Releases devices: they no longer link accounts, and their risk signals are removed.',
    access: 'admin',
    transaction: 'write',
    body: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(100)), note }),
    answer: Result,
  }),
} as const
