import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createBitcoind } from '#adapters/payout/bitcoind.ts'
import { balancesOf } from '#money/accounts.ts'
import { scaled } from '#money/amount.ts'
import { startBitcoind } from '#test/fakes/bitcoind.ts'
import { requestDirectly, expectExact, recover, rowOf } from '#test/features/paying.ts'
import { addMethod, dogePlace, earn, openHanded } from '#test/features/withdrawing.ts'
import { localHttp } from '#test/local-http.ts'
import { arrives } from '#test/waiting.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ settings: openHanded })
const script = fileURLToPath(new URL('../../../test/paying-process.ts', import.meta.url))

// The second process and all after it find the modules translated: half of the time that one takes to start.
const cache = mkdtempSync(join(tmpdir(), 'runnel-killed-'))
const env = { ...process.env, NODE_COMPILE_CACHE: cache }
afterAll(() => rmSync(cache, { recursive: true, force: true }))

/** Starts the job in a process of its own and kills it while the node has its `at`-th call; whether it came so far. */
const killAt = async (node: Awaited<ReturnType<typeof startBitcoind>>, at: number): Promise<boolean> => {
  const struck = node.failAt(at, at % 2 === 0 ? 'hangs' : 'hangs after')
  const args = [script, world.url, node.address, world.clock.now().toISOString()]
  const child = spawn(process.execPath, args, { stdio: 'ignore', env })
  const gone = once(child, 'exit')
  await arrives(`the end of the process, or its call ${at}`, Promise.race([gone, node.nextFault()]))
  const hasStruck = struck()
  // The call that hangs has no answer yet, so the process stands in the middle of its step.
  if (hasStruck) child.kill('SIGKILL')
  await arrives('the end of the process that was killed', gone)
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
  const person = await world.user('killed')
  await earn(world, person, 1_000_000)
  let kills = 0
  for (let at = 1; at <= 40; at++) {
    const { main: earned } = await balancesOf(world.db.read, person.id)
    const ids: string[] = []
    for (const name of ['a', 'b']) {
      const address = dogePlace(`${name} ${at}`)
      ids.push((await requestDirectly(world, person, { method, address }))._id)
    }
    const wasKilled = await killAt(node, at)
    if (wasKilled) kills += 1
    await recover(world, stand, ids)
    const { unknown } = await expectExact(world, stand, { person, ids, earned, amount: 10_000 })
    expect(unknown).toBe(0)
    for (const id of ids) expect((await rowOf(world, id)).status).toBe('paid')
    if (!wasKilled) break
  }
  await node.close()
  expect(kills).toBeGreaterThan(10)
  // Twenty processes start one after the other.
}, 600_000)
