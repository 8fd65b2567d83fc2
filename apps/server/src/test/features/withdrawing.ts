import { sha256 } from '@noble/hashes/sha2.js'
import type { AdminMethod } from '@runnel/contract/admin/method'
import type { Settings } from '@runnel/contract/settings/settings'
import { createBase58check } from '@scure/base'
import type { PayoutProcessors } from '#adapters/payout/payout.ts'
import { openPayouts } from '#adapters/payout/payouts.ts'
import type { PayoutDeps } from '#features/withdraw/payout/payout-deps.ts'
import { newId } from '#kernel/id.ts'
import { createLog } from '#kernel/log.ts'
import { reward } from '#money/reward.ts'
import { localHttp } from '#test/local-http.ts'
import type { Person, World } from '#test/world.ts'

/** Settings under which nothing stands in the way of a withdrawal and small ones are paid by themselves. */
export const openHanded: Partial<Settings> = {
  payout_auto_max: 1_000_000,
  payout_user_day_max: 0,
  payout_site_day_max: 0,
  withdraw_min_answers: 0,
  payout_address_wait_hours: 0,
}

/** A Dogecoin address that belongs to nobody: real in form, and the same for the same text. */
export const dogePlace = (text: string): string =>
  createBase58check(sha256).encode(new Uint8Array([0x1e, ...sha256(Buffer.from(text)).slice(0, 20)]))

type Fields = Parameters<Person['admin']['addMethod']>[0]['body']

/** Sets a withdrawal method up: Dogecoin by the sandbox, at 10,000 units a coin, unless told otherwise. */
export const addMethod = async (owner: Person, fields: Partial<Fields> = {}): Promise<AdminMethod> => {
  const usual: Fields = {
    currency: 'DOGE',
    name: 'Dogecoin',
    processor: 'sandbox',
    minimum: 1_000,
    maximum: 500_000,
    fee: 100,
    rate: '10000',
    decimals: 8,
    enabled: true,
    position: 0,
  }
  const { method } = await owner.admin.addMethod({ body: { ...usual, ...fields } })
  return method
}

/** Lets a person have earned something. */
export const earn = (world: World, person: { readonly id: string }, amount: number): Promise<unknown> =>
  world.db.write((tx) =>
    reward(
      tx,
      { userId: person.id, source: 'faucet', amount, exp: 0, key: `faucet:test-${newId()}` },
      world.clock.now(),
    ),
  )

/** Asks for a withdrawal as a person does: solves the captcha, then sends. */
export const requestWithdrawal = async (
  person: Person,
  {
    method,
    amount = 10_000,
    address = dogePlace(person.id),
  }: { method: AdminMethod; amount?: number; address?: string },
) =>
  person.withdraw.request({
    params: { methodId: method._id },
    body: { address, amount, captcha: await person.solve.captcha('withdraw') },
  })

/** The payout job's dependencies, with other processors where a test wants them to misbehave. */
export const payoutDeps = (world: World, payouts?: PayoutProcessors): PayoutDeps => ({
  db: world.db,
  clock: world.clock.now,
  log: createLog('silent'),
  enqueue: async () => undefined,
  settings: world.deps.settings,
  live: { notify: () => undefined },
  payouts:
    payouts ??
    openPayouts({ db: world.db, clock: world.clock.now, http: localHttp(), isProduction: false, isDemo: false }),
})

/** What the sandbox was made to pay, by reference. */
export const sandboxPayouts = (world: World) =>
  world.db.read.selectFrom('sandbox_payouts').selectAll().orderBy('reference').execute()

/** A person who asked for withdrawals, with the owner who decides about them; each test gives another name. */
export const withPendingWithdrawals = async (world: World, name: string, amounts: readonly number[] = [10_000]) => {
  const owner = await world.owner()
  const method = await addMethod(owner)
  const person = await world.user(name)
  await earn(world, person, 100_000)
  const ids: string[] = []
  for (const amount of amounts) ids.push((await requestWithdrawal(person, { method, amount })).withdrawal._id)
  return { owner, method, person, ids, id: ids[0] ?? '' }
}

/** Settings under which every withdrawal waits for a person. */
export const inReview: Partial<Settings> = { ...openHanded, payout_auto_max: 0 }
