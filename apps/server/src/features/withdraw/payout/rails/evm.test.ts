import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEvm } from '#adapters/payout/evm.ts'
import { runPayouts } from '#features/withdraw/payout/pay.ts'
import { type Evm, OWNER, OWNER_KEY, startEvm } from '#test/fakes/evm.ts'
import { requestDirectly, rowOf } from '#test/features/paying.ts'
import { addMethod, earn, openHanded, payoutDeps } from '#test/features/withdrawing.ts'
import { localHttp } from '#test/local-http.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ settings: openHanded, limits: false })
let chain: Evm
beforeAll(async () => {
  chain = await startEvm()
  await chain.automine(false)
  await world.settings({ payout_evm_ethereum_url: chain.url, payout_evm_ethereum_key: OWNER_KEY })
})
afterAll(() => chain.close())

/** A provider that answers for the newest block whenever it is asked for what waits. */
const latestOnly = (): ReturnType<typeof localHttp> => {
  const http = localHttp()
  const call: typeof http.call = (request) =>
    http.call(
      'body' in request && typeof request.body === 'string'
        ? { ...request, body: request.body.replaceAll('"pending"', '"latest"') }
        : request,
    )
  return { ...http, call }
}
const run = (seconds = 0) => {
  world.clock.turn(seconds)
  return runPayouts(payoutDeps(world, { evm: createEvm({ http: latestOnly() }) }))
}

test('a wallet pays what it holds, also where its provider knows nothing of what waits for a block', async () => {
  await chain.ask('anvil_setBalance', OWNER, `0x${(25n * 10n ** 17n).toString(16)}`)
  const options = { network: 'ethereum' as const, chainId: chain.chainId, confirmations: 2 }
  const method = await addMethod(await world.owner(), { processor: 'evm', currency: 'ETH', decimals: 18, options })
  const person = await world.user('many')
  await earn(world, person, 100_000)
  const ids: string[] = []
  for (const digit of ['1', '2', '3', '4']) {
    const address = `0x${`a${digit}`.repeat(20)}`
    ids.push((await requestDirectly(world, person, { method, address }))._id)
  }
  const statuses = async () => (await Promise.all(ids.map((id) => rowOf(world, id)))).map(({ status }) => status)
  await run()
  expect(await statuses()).toEqual(['sending', 'sending', 'approved', 'approved'])
  await chain.mine(2)
  await run(60)
  expect(await statuses()).toEqual(['paid', 'paid', 'approved', 'approved'])
  await chain.ask('anvil_setBalance', OWNER, `0x${(10n ** 19n).toString(16)}`)
  await run(601)
  await chain.mine(2)
  await run(60)
  expect(await statuses()).toEqual(['paid', 'paid', 'paid', 'paid'])
})
