import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createEvm } from '#adapters/payout/evm.ts'
import { claimNextPayout } from '#features/withdraw/payout/claim-payout.ts'
import { runPayouts } from '#features/withdraw/payout/pay.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { balancesOf } from '#money/accounts.ts'
import { type Evm, OWNER_KEY, startEvm } from '#test/fakes/evm.ts'
import { requestDirectly, rowOf } from '#test/features/paying.ts'
import { addMethod, earn, openHanded, payoutDeps } from '#test/features/withdrawing.ts'
import { localHttp } from '#test/local-http.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ settings: openHanded, limits: false })
let chain: Evm
beforeAll(async () => {
  chain = await startEvm()
  await chain.automine(false)
  await world.settings({ payout_evm_ethereum_url: chain.url, payout_evm_ethereum_key: OWNER_KEY })
})
afterAll(() => chain.close())
beforeEach(() => world.settings({ payout_user_day_max: 0 }))

const deps = () => payoutDeps(world, { evm: createEvm({ http: localHttp() }) })
const run = async () => {
  world.clock.turn(60)
  await runPayouts(deps())
}
const methodOf = async (way: 'coin' | 'token') => {
  const options = { network: 'ethereum' as const, chainId: chain.chainId, confirmations: 2 }
  return addMethod(
    await world.owner(),
    way === 'coin'
      ? { processor: 'evm', currency: 'ETH', decimals: 18, options }
      : { processor: 'evm', currency: 'USDT-ERC20', decimals: 6, options: { ...options, contract: chain.contract } },
  )
}
let places = 0
const placeOf = (): string => `0x${(++places + 65_536).toString(16).padStart(40, 'b')}`
let people = 0
const somebody = async () => {
  const person = await world.user(`reverts${++people}`)
  await earn(world, person, 100_000)
  return person
}
type Method = Awaited<ReturnType<typeof methodOf>>
const ask = async (person: Person, method: Method, address = placeOf()) => {
  const { _id: id } = await requestDirectly(world, person, { method, address })
  return id
}
const statusOf = async (id: string) => (await rowOf(world, id)).status
const reasonsOf = async (id: string): Promise<string[]> => {
  const row = await world.db.read
    .selectFrom('withdrawals')
    .select('review_reasons as reasons')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.reasons.map(inEnglish)
}
/** A contract that takes the coin while it is asked, and refuses it in the block. */
const revert = async (person: Person, method: Method, address = placeOf()) => {
  const id = await ask(person, method, address)
  await run()
  expect(await statusOf(id)).toBe('sending')
  await chain.ask('anvil_setCode', address, '0xfe')
  await chain.mine(2)
  return { id, address }
}
const toReview = [expect.stringContaining('A smart contract rejected')]

test('a coin payout that a contract refused is given back, and the next of that account are reviewed', async () => {
  const [coin, token] = [await methodOf('coin'), await methodOf('token')]
  const person = await somebody()
  const { id } = await revert(person, coin)
  // Asked for before anybody knows, and not sent meanwhile.
  await world.settings({ payout_dry_run: true })
  const [waiting, elsewhere] = [await ask(person, coin), await ask(person, token)]
  await run()
  await world.settings({ payout_dry_run: false })
  expect(await statusOf(id)).toBe('failed')
  expect((await balancesOf(world.db.read, person.id)).main).toBe(80_000)
  expect(await statusOf(waiting)).toBe('review')
  expect(await reasonsOf(waiting)).toEqual(toReview)
  expect(await statusOf(elsewhere)).toBe('approved')
  const body = { address: placeOf(), amount: 10_000 }
  const { review } = await person.withdraw.preview({ params: { methodId: coin._id }, body })
  expect(review).toContain('A smart contract rejected')
  world.clock.turn(1)
  const next = await ask(person, coin)
  expect(await statusOf(next)).toBe('review')
  expect(await statusOf(await ask(person, token))).toBe('approved')

  // A person who looked and whose approval was paid ends it.
  await (await world.owner()).admin.approveWithdrawals({ body: { ids: [next] } })
  await run()
  await chain.mine(2)
  await run()
  expect(await statusOf(next)).toBe('paid')
  expect(await statusOf(await ask(person, coin))).toBe('approved')
})

test('neither another account at that address nor a payment sent beside it goes around the review', async () => {
  const coin = await methodOf('coin')
  const [person, other, stranger] = [await somebody(), await somebody(), await somebody()]
  const beside = await ask(person, coin)
  const { address } = await revert(person, coin)
  await run()
  expect(await statusOf(beside)).toBe('paid')
  expect(await statusOf(await ask(person, coin))).toBe('review')
  const there = await ask(other, coin, address)
  expect(await reasonsOf(there)).toEqual(expect.arrayContaining(toReview))
  expect(await statusOf(await ask(stranger, coin))).toBe('approved')
})

test('one that was taken meanwhile, and not sent, is reviewed before it is tried again', async () => {
  const coin = await methodOf('coin')
  const person = await somebody()
  const { id } = await revert(person, coin)
  const taken = await ask(person, coin)
  // Its process ends here.
  expect((await claimNextPayout(deps()))?.withdrawal.id).toBe(taken)
  await run()
  expect([await statusOf(id), await statusOf(taken)]).toEqual(['failed', 'sending'])
  for (let times = 0; times < 2; times += 1) await run()
  expect(await statusOf(taken)).toBe('review')
})

test('a refused coin payout counts for its day, and for nobody else’s', async () => {
  const coin = await methodOf('coin')
  const person = await somebody()
  await revert(person, coin)
  await run()
  await world.settings({ payout_user_day_max: 15_000 })
  await expect(ask(person, coin)).rejects.toMatchObject({ failure: { code: 'WITHDRAW_DAY_LIMIT' } })
  expect(await statusOf(await ask(await somebody(), coin))).toBe('approved')
})

test('a token payout that was refused, or a coin payout that was never sent, changes nothing', async () => {
  const [coin, token] = [await methodOf('coin'), await methodOf('token')]
  const person = await somebody()
  const address = placeOf()
  const id = await ask(person, token, address)
  await run()
  await chain.refuse(address)
  await chain.mine(2)
  await run()
  expect(await statusOf(id)).toBe('failed')
  // It takes the coin only where gas costs nothing, and is asked at the price that it will cost.
  const trap = placeOf()
  await chain.ask('anvil_setCode', trap, '0x3a15600a5760006000fd5b00')
  const trapped = await ask(person, coin, trap)
  await run()
  expect(await statusOf(trapped)).toBe('failed')
  const sent = await world.db.raw('SELECT 1 FROM payout_transactions WHERE withdrawal_id = $1', [trapped])
  expect(sent).toEqual([])
  expect(await statusOf(await ask(person, coin))).toBe('approved')
  expect(await statusOf(await ask(person, token))).toBe('approved')
})
