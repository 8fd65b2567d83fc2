import type { AdminMethod } from '@runnel/contract/admin/method'
import { createSolver } from '@runnel/server/src/test/solve.ts'
import { eventually } from '#e2e/assertions.ts'
import type { Person, World } from '#e2e/world.ts'
import { fillAdvertising } from './advertising.ts'

/** Addresses that are right in form; nothing is ever sent there. */
export const places = {
  DOGE: 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L',
  ETH: '0x52908400098527886E0F7030069857D2E4169EE7',
  LTC: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
} as const

export const addMethod = async (
  { owner }: World,
  fields: { name: string; currency: keyof typeof places; processor: 'sandbox' | 'manual'; position: number },
  bounds: { minimum?: number; fee?: number } = {},
): Promise<AdminMethod> => {
  const usual = { minimum: 1_000, maximum: 500_000, fee: 100, rate: '10000', decimals: 8, enabled: true }
  const { method } = await owner.api.admin.addMethod({ body: { ...usual, ...bounds, ...fields } })
  return method
}

/** Asks for a withdrawal as a program of this person would, and gives its id. */
export const requestWithdrawal = async (
  { db }: World,
  { person, method, amount, address }: { person: Person; method: AdminMethod; amount: number; address?: string },
): Promise<string> => {
  const solve = createSolver({ client: person.api, db })
  const { withdrawal } = await person.api.withdraw.request({
    params: { methodId: method._id },
    body: {
      address: address ?? places[method.currency as keyof typeof places],
      amount,
      captcha: await solve.captcha('withdraw'),
    },
  })
  return withdrawal._id
}

/** A month of life on the site, with a withdrawal in every state. */
export const fillSite = async (world: World): Promise<Crowd & { advertiser: Person }> => {
  await world.settings({ withdraw_min_answers: 0, faucet_timer: 3_600, site_currency: 'USD' })
  const earner = await world.person('willow_waters')
  const paused = await world.person('hasty_heron')
  const locked = await world.person('locked_loon')
  for (const name of ['amber_brook', 'calm_creek', 'slow_stream'])
    await earnOverDays(world, await world.person(name), 4)
  await earnOverDays(world, earner, 30)
  await payouts(world, earner)
  await lastThings(world, { earner, paused, locked })
  return { earner, paused, locked, advertiser: await fillAdvertising(world) }
}

const dayMs = 86_400_000

const earnOverDays = async (world: World, person: Person, days: number): Promise<void> => {
  for (let day = days; day >= 1; day--) {
    const claims = 1 + ((day * 7) % 4)
    for (let claim = 0; claim < claims; claim++) {
      const at = new Date(Date.now() - day * dayMs + claim * 900_000)
      await world.earn(person, { amount: 2_000 + day * 37, exp: 10, at })
    }
  }
}

const payouts = async (world: World, person: Person): Promise<void> => {
  const doge = await addMethod(world, { name: 'Dogecoin', currency: 'DOGE', processor: 'sandbox', position: 1 })
  const byHand = await addMethod(world, { name: 'Ether by hand', currency: 'ETH', processor: 'manual', position: 2 })
  const closed = await addMethod(world, { name: 'Litecoin', currency: 'LTC', processor: 'manual', position: 3 })
  const { admin } = world.owner.api
  await admin.editMethod({ params: { id: closed._id }, body: { enabled: false } })
  const ask = (method: AdminMethod, amount: number) => requestWithdrawal(world, { person, method, amount })
  const paid = [await ask(doge, 12_500), await ask(doge, 3_000)]
  await admin.approveWithdrawals({ body: { ids: paid } })
  await ask(doge, 4_200)
  const rejected = await ask(byHand, 5_000)
  const reason = 'The address belongs to an exchange that refuses small amounts. Please use one of your own.'
  await admin.rejectWithdrawals({ body: { ids: [rejected], reason } })
  const approved = await ask(byHand, 2_400)
  await admin.approveWithdrawals({ body: { ids: [approved] } })
  const failed = await ask(byHand, 1_700)
  // One that failed is given back just so.
  await admin.rejectWithdrawals({ body: { ids: [failed], reason } })
  await asIf(world, failed, 'failed', 'The network refused the address.')
  await asIf(world, await ask(byHand, 1_900), 'unknown', 'The provider did not answer in time.')
  await eventually(async () => {
    const { totalItems } = await person.api.withdraw.history({ query: { page: '1', limit: '1', status: 'paid' } })
    if (totalItems < paid.length) throw new Error('the sandbox has not paid yet')
  })
}

/** States that only a provider's trouble brings about. */
const asIf = async ({ db }: World, id: string, status: 'failed' | 'unknown', reason: string): Promise<void> => {
  await db.write((tx) => tx.updateTable('withdrawals').set({ status, reason }).where('id', '=', id).execute())
}

interface Crowd {
  readonly earner: Person
  readonly paused: Person
  readonly locked: Person
}

const lastThings = async ({ db, owner }: World, { earner, paused, locked }: Crowd): Promise<void> => {
  const now = new Date()
  const pause = {
    cooldown_until: new Date(now.getTime() + 3_000_000),
    cooldown_reason: 'Several wrong answers in a row.',
  }
  const lock = { locked_at: now, lock_reason: 'Three accounts asked to be paid to one address.' }
  const message = { email: 'someone@example.com', subject: 'A question', message: 'When is the next happy hour?' }
  await db.write(async (tx) => {
    await tx.updateTable('users').set({ last_claim_at: now }).where('id', '=', earner.id).execute()
    await tx.updateTable('users').set(pause).where('id', '=', paused.id).execute()
    await tx.updateTable('users').set(lock).where('id', '=', locked.id).execute()
    await tx
      .insertInto('contact_messages')
      .values({ id: crypto.randomUUID(), user_id: null, created_at: now, ...message })
      .execute()
  })
  await owner.api.admin.saveSettings({ body: { faucet_exp: 12 } })
}
