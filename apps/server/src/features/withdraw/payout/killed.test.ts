import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createBitcoind } from '#adapters/payout/bitcoind.ts'
import { scaled } from '#money/amount.ts'
import { startBitcoind } from '#test/fakes/bitcoind.ts'
import { requestDirectly, expectExact, recover, rowOf } from '#test/features/paying.ts'
import { addMethod, dogePlace, earn, openHanded } from '#test/features/withdrawing.ts'
import { localHttp } from '#test/local-http.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ settings: openHanded })
const script = fileURLToPath(new URL('../../../test/paying-process.ts', import.meta.url))

/** Starts the job in a process of its own and kills it while the node has its `at`-th call; whether it came so far. */
const killAt = async (node: Awaited<ReturnType<typeof startBitcoind>>, at: number): Promise<boolean> => {
  const struck = node.failAt(at, at % 2 === 0 ? 'hangs' : 'hangs after')
  const args = [script, world.url, node.address, world.clock.now().toISOString()]
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  const gone = once(child, 'exit')
  while (child.exitCode === null && !struck()) await pause(5)
  const hasStruck = struck()
  // The call that hangs has no answer yet, so the process stands in the middle of its step.
  if (hasStruck) child.kill('SIGKILL')
  await gone
  node.failAt(0, 'hangs')
  return hasStruck
}

test('a process that is killed -9 in any call of its node pays each withdrawal once all the same', async () => {
  const node = await startBitcoind({ isOld: true })
  node.fund(...Array.from({ length: 20 }, () => 50))
  await world.settings({ payout_bitcoind_doge_url: node.address })
  const method = await addMethod(await world.owner(), { processor: 'bitcoind', options: { confirmations: 1 } })
  const stand = {
    processors: { bitcoind: createBitcoind({ http: localHttp() }) },
    paidTo: async (address: string, receives: string) => {
      for (const paid of node.paidTo(address)) expect(paid).toBe(scaled(receives) / 10n ** 10n)
      return node.paidTo(address).length
    },
    goOn: () => {
      node.restart()
      node.mine()
    },
  }
  let kills = 0
  for (let at = 1; at <= 40; at++) {
    const person = await world.user(`killed${at}`)
    await earn(world, person, 100_000)
    const ids: string[] = []
    for (const name of ['a', 'b']) {
      const address = dogePlace(`${name} ${at}`)
      ids.push((await requestDirectly(world, person, { method, address }))._id)
    }
    const wasKilled = await killAt(node, at)
    if (wasKilled) kills += 1
    await recover(world, stand, ids)
    const { unknown } = await expectExact(world, stand, { person, ids, earned: 100_000, amount: 10_000 })
    expect(unknown).toBe(0)
    for (const id of ids) expect((await rowOf(world, id)).status).toBe('paid')
    if (!wasKilled) break
  }
  await node.close()
  expect(kills).toBeGreaterThan(10)
}, 240_000)
