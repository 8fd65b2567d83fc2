import { suspectWorkers } from '@runnel/server/src/features/suspect/suspect.job.ts'
import type { RiskReason } from '@runnel/server/src/guard/suspicion/catalogue.ts'
import { recordRiskSignal, writeTrap } from '@runnel/server/src/guard/trap.ts'
import { newId } from '@runnel/server/src/kernel/id.ts'
import type { TieKind } from '@runnel/server/src/kernel/tables/suspects.ts'
import type { Person, World } from '#e2e/world.ts'

/** The one whose group is looked at; its name begins like those of its companions. */
export const ringleader = 'reed_racer'
const companions = ['reed_runner', 'reed_rover', 'reed_rider', 'reed_roamer', 'reed_rambler', 'reed_ranger']
const strangers = ['shy_shrike', 'drifting_duck', 'patient_plover']
const nets = ['203.0.113.0/24', '198.51.100.0/24'] as const
const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/153.0 Safari/537.36'

interface Mark {
  readonly family: string
  readonly reason: RiskReason
  readonly points: number
  readonly detail: string
}

const shared: Mark = {
  family: 'payout',
  reason: 'address-shared:D8vF',
  points: 65,
  detail: 'Withdrawal address shared by 5 accounts.',
}
const fast: Mark = {
  family: 'pace',
  reason: 'quick-solver',
  points: 45,
  detail: 'Solves the click order in 1.8 s (median).',
}

/** A ring of accounts with one payout address, strangers with little against them, and what the system made of it. */
export const fillSuspects = async (world: World): Promise<void> => {
  const ring = await peopleOf(world, [ringleader, ...companions])
  const others = await peopleOf(world, strangers)
  for (const [index, person] of [...ring, ...others].entries())
    await world.earn(person, { amount: 30_000 - index * 2_500, exp: 20 })
  await seenOn(world, ring.slice(0, 4), nets[0])
  await seenOn(world, [...ring.slice(4), ...others.slice(0, 1)], nets[1])
  await tie(world, ring.slice(0, 5), { kind: 'payout', key: 'D8vF' })
  await tie(world, ring.slice(4), { kind: 'referral', key: ring[4]?.id ?? '' })
  await tie(world, [...ring.slice(5), ...others.slice(1)], { kind: 'timing', key: '42' })
  for (const person of ring.slice(0, 5)) await addRiskSignal(world, person, shared)
  for (const person of ring.slice(0, 2)) await addRiskSignal(world, person, fast)
  await hitTraps(world, ring)
  await runSuspectJobs(world)
  await decide(world, ring)
  await object(ring)
}

const peopleOf = async (world: World, names: readonly string[]): Promise<Person[]> => {
  const made: Person[] = []
  for (const name of names) made.push(await world.person(name))
  return made
}

/** Before the last minute: the system lets it settle. */
const lately = (): Date => new Date(Date.now() - 120_000)

const seenOn = (world: World, people: readonly Person[], net: string): Promise<void> =>
  world.db.write(async (tx) => {
    const [device, at] = [newId(), lately()]
    const components = { screen: '1920x1080x24', timezone: 'Europe/Oslo', canvas: 'd41d8cd98f', cores: '8' }
    const print = JSON.stringify(components)
    await tx
      .insertInto('devices')
      .values({ id: device, first_seen_at: at, print: print.slice(0, 40) })
      .execute()
    const seen = { device_id: device, ip_net: net, user_agent: userAgent, first_seen_at: at, last_seen_at: at }
    await tx
      .insertInto('device_users')
      .values(people.map(({ id }) => ({ ...seen, user_id: id })))
      .execute()
  })

const tie = (
  world: World,
  people: readonly Person[],
  thing: { readonly kind: TieKind; readonly key: string },
): Promise<void> =>
  world.db.write(async (tx) => {
    const rows = people.map(({ id }) => ({ ...thing, user_id: id, at: lately() }))
    await tx.insertInto('ties').values(rows).execute()
  })

const addRiskSignal = (world: World, { id: userId }: Person, what: Mark): Promise<void> =>
  world.db.write((tx) => recordRiskSignal(tx, { ...what, userId, now: lately() }))

const hitTraps = async (world: World, [first, second]: readonly Person[]): Promise<void> => {
  const visitor = {
    net: nets[0],
    country: 'NO',
    deviceId: newId(),
    isNewDevice: false,
    deviceCookie: null,
    userAgent: 'python-requests/2.31',
    address: () => '203.0.113.7',
    isAmong: () => false,
  }
  const hit = (trap: 'hidden-field' | 'decoy-address' | 'forged', userId: string | null, path: string) =>
    world.db.write((tx) => writeTrap(tx, { trap, userId, visitor, sample: { method: 'POST', path }, now: lately() }))
  await hit('decoy-address', null, '/faucet/verify')
  await hit('forged', second?.id ?? null, '/api/faucet/claim')
  await hit('hidden-field', first?.id ?? null, '/api/contact')
}

/** Lets something speak against an account, and the system draw its conclusions. */
export const makeSuspect = async (world: World, person: Person): Promise<void> => {
  await addRiskSignal(world, person, shared)
  await runSuspectJobs(world)
}

/** What the system does every ten minutes and every minute. */
const runSuspectJobs = async (world: World): Promise<void> => {
  const { settings } = await world.owner.api.admin.settings()
  // As on a site where nobody has looked yet.
  await world.db.write((tx) => tx.deleteFrom('suspect_state').execute())
  const workers = suspectWorkers({
    db: world.db,
    clock: () => new Date(),
    settings: { current: () => settings },
    live: { notify: () => undefined },
    enqueue: () => Promise.resolve(),
  })
  for (const name of ['suspects.look', 'suspects.judge', 'suspects.judge'])
    await workers.find(({ job }) => job.name === name)?.run({}, newId())
}

const decide = async (world: World, ring: readonly Person[]): Promise<void> => {
  const [, second, third, fourth] = ring.map(({ id }) => id)
  const { admin } = world.owner.api
  const reason = 'Multiple accounts belong to the same person.'
  await admin.banSuspects({ query: {}, body: { users: [second ?? ''], reason, forever: true } })
  await admin.measureSuspects({ body: { users: [third ?? ''], kind: 'review', reason: 'We look at it by hand.' } })
  await admin.releaseSuspects({ body: { users: [fourth ?? ''], note: 'A family, seen on a call.' } })
}

const object = async (ring: readonly Person[]): Promise<void> => {
  const [, second, third] = ring
  await third?.api.appeal.appeal({ body: { message: 'Why are my payouts looked at? I do everything myself.' } })
  await second?.api.appeal.appeal({
    body: { message: 'My brother and I use one computer and one wallet.\nPlease let us both in again.' },
  })
}

/** Messages in every state, and acts that wait for a second admin. */
export const fillDesk = async (world: World): Promise<void> => {
  await messages(world)
  const partner = await world.person('second_swan')
  await world.db.write((tx) => tx.updateTable('users').set({ role: 'admin' }).where('id', '=', partner.id).execute())
  await world.settings({ four_eyes: true, four_eyes_adjust_min: 1_000 })
  const { id } = await world.person('lucky_loon')
  const body = { account: 'main', amount: 250_000, reason: 'First prize of the spring contest.' } as const
  await world.owner.api.admin.adjustUser({ params: { id }, body, idempotencyKey: newId() })
  const { methods } = await world.owner.api.admin.methods()
  const doge = methods.find(({ name }) => name === 'Dogecoin')
  await world.owner.api.admin.editMethod({ params: { id: doge?._id ?? '' }, body: { rate: '9200' } })
  // No admin switches it off alone, so this waits as well.
  await world.settings({ four_eyes: false })
}

const messages = async (world: World): Promise<void> => {
  const rows = [
    { email: 'ann@example.com', subject: 'Do you pay in Monero?', message: 'I would like to know before I begin.' },
    { email: 'ben@example.org', subject: 'A banner for a year', message: 'We sell fishing rods.\nWhat would it cost?' },
    { email: 'cem@example.net', subject: 'Hello', message: 'Buy followers now, very cheap, very real.' },
  ]
  const ids = rows.map(() => newId())
  await world.db.write((tx) =>
    tx
      .insertInto('contact_messages')
      .values(rows.map((row, index) => ({ ...row, id: ids[index] ?? '', created_at: lately() })))
      .execute(),
  )
  const { admin } = world.owner.api
  const message = 'Thank you for asking. The prices stand on the page Advertise.'
  await admin.answerContact({ params: { id: ids[1] ?? '' }, body: { message }, idempotencyKey: newId() })
  await admin.closeContact({ params: { id: ids[2] ?? '' } })
}
