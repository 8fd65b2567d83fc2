import type { WallPreset } from '@runnel/contract/admin/offerwall'
import { beforeEach } from 'vitest'
import { presets } from '#features/offerwall/offerwall.ts'
import { newId } from '#kernel/id.ts'
import { debtOf, houseAccount, userAccount } from '#money/accounts.ts'
import { clawBack } from '#money/claw-back.ts'
import { post } from '#money/ledger.ts'
import type { Person, World } from '#test/world.ts'
import { callOf, deliver, owns, refAt, type Story, wallFields } from './walls.ts'

export const presetOf = (id: string): WallPreset => {
  const preset = presets.find((one) => one.id === id)
  if (preset === undefined) throw new Error(`there is no preset ${id}`)
  return preset
}

type Fields = Omit<ReturnType<typeof wallFields>, 'allowedIps' | 'countries'>
type Changes = Partial<Fields> & { readonly allowedIps?: string[]; readonly countries?: string[] }

/** Walls of presets, one of each, set up as a test wants them, and people who meet them. */
export const useWalls = (world: World) => {
  const ids = new Map<string, string>()
  let owner: Person | undefined
  let count = 0
  beforeEach(async () => {
    // The sessions of admins are short, and some tests turn the clock by weeks.
    owner = await world.owner()
  })
  const theOwner = (): Person => {
    if (owner === undefined) throw new Error('the owner has not come yet')
    return owner
  }
  const wall = async (id: string, changes: Changes = {}) => {
    const { admin } = theOwner()
    const body = { ...wallFields(presetOf(id)), ...changes }
    const known = ids.get(id)
    if (known !== undefined) return (await admin.editWall({ params: { id: known }, body })).wall
    const made = (await admin.addWall({ body })).wall
    ids.set(id, made._id)
    return made
  }
  /** A new user at a wall, with stories of a transaction of their own. */
  const start = async (id: string, changes: Changes = {}) => {
    const made = await wall(id, changes)
    count += 1
    const person = await world.user(`person_${count}`)
    const user = await refAt(person, made._id)
    const tx = `tx-${count}`
    const tell = (kind: Story['kind'], change: Partial<Story> = {}) =>
      deliver(world, callOf(presetOf(id), { kind, user, tx, amount: '450', ...change }))
    const query = { wallId: made._id, limit: '1' }
    const last = async () => (await theOwner().admin.postbacks({ query })).items[0]
    return { wall: made, person, user, tx, tell, last, owned: () => owns(world, person) }
  }
  const renewOwner = async (): Promise<void> => {
    owner = await world.owner()
  }
  return { wall, start, renewOwner, admin: () => theOwner().admin }
}

/** What a user has earned at walls by day, as it is counted. */
export const countedOf = (world: World, { id }: Person) =>
  world.db.read
    .selectFrom('day_counters')
    .select(['day', 'count', 'earned'])
    .where('user_id', '=', id)
    .where('source', '=', 'offerwall')
    .execute()

/** A user's row, and what they owe. */
export const userRow = async (world: World, { id }: { readonly id: string }) => ({
  ...(await world.db.read.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()),
  debt: await debtOf(world.db.read, id),
})

/** Takes what somebody has to somewhere else, as spending does. */
export const spend = (world: World, { id }: { readonly id: string }, amount: number): Promise<unknown> => {
  const leg = { kind: 'adjustment', debit: userAccount(id, 'main'), credit: houseAccount('adjustment') } as const
  return world.db.write((tx) => post(tx, [{ ...leg, amount, key: `adjustment:${newId()}` }], world.clock.now()))
}

/** Takes something back that somebody was given, as a wall does; what is not there becomes a debt. */
export const owe = (world: World, { id: userId }: { readonly id: string }, amount: number, key = newId()) => {
  const leg = {
    kind: 'offerwall-charge-back',
    debit: userAccount(userId, 'main'),
    credit: houseAccount('offerwall'),
    amount,
    key: `offerwall-charge-back:${key}`,
  } as const
  const now = world.clock.now()
  return world.db.write((tx) => clawBack(tx, { leg, userId, reason: 'The wall took it back.', now }))
}
