import assert from 'node:assert/strict'
import { defaults } from '@runnel/contract/settings/settings'
import { createBitcoind } from '@runnel/server/src/adapters/payout/bitcoind.ts'
import { compareJob } from '@runnel/server/src/features/withdraw/payout/payout-job.ts'
import { startBitcoind } from '@runnel/server/src/test/fakes/bitcoind.ts'
import { localHttp } from '@runnel/server/src/test/local-http.ts'
import { eventually, expectVisible } from '#e2e/assertions.ts'
import { type JourneyContext, journey } from '#e2e/runner.ts'
import { withOldProof } from '#e2e/setup/accounts.ts'
import { places } from '#e2e/setup/fixtures.ts'

/** Payments of other journeys, whose nodes are gone, may differ as well. */
const differs = /wallet and the ledger disagree on \d+ payments?/
const note = 'Moved to the cold wallet by hand.'

/** Whoever has the key of the node pays somebody, and the site knows nothing of it. */
const payBehind = async (node: Awaited<ReturnType<typeof startBitcoind>>): Promise<string> => {
  const bitcoind = createBitcoind({ http: localHttp() })
  const settings = { ...defaults, payout_bitcoind_doge_url: node.address }
  const method = { currency: 'DOGE', decimals: 8, options: {} }
  const signed = await bitcoind.sign(
    { ...method, reference: 'behind the site', address: places.DOGE, amount: '12.5' },
    [],
    settings,
  )
  assert(signed.kind === 'signed', 'the node signs')
  await bitcoind.broadcast(method, signed, settings)
  node.mine(2)
  return signed.txId
}

const openMethod = async ({ world }: JourneyContext, url: string): Promise<void> => {
  await world.settings({ payout_bitcoind_doge_url: url })
  await world.owner.api.admin.addMethod({
    body: {
      name: 'Node with a leak',
      currency: 'DOGE',
      processor: 'bitcoind',
      position: 90,
      minimum: 1_000,
      maximum: 500_000,
      fee: 100,
      rate: '10000',
      decimals: 8,
      enabled: false,
      options: { confirmations: 1 },
    },
  })
}

journey('what left a wallet without the books is shown, looked into and dismissed', async (gear) => {
  const { world, visit } = gear
  const node = await startBitcoind({ isOld: true, now: () => new Date() })
  try {
    node.fund(500)
    await openMethod(gear, node.address)
    const txId = await payBehind(node)
    const { page: desk } = await visit({ as: await withOldProof(world, world.owner), width: 360 })
    const main = desk.getByRole('main')
    await eventually(async () => {
      await world.soon(compareJob)
      await desk.goto('/app/admin/overview')
      await expectVisible(main, txId, { withinMs: 2_000 })
      // The page asks for both, and the difference may have been found between the two.
      await expectVisible(main, differs, { withinMs: 2_000 })
    })
    const row = desk.getByRole('listitem').filter({ hasText: txId })
    await expectVisible(row, 'Sent, but not in the ledger')
    await expectVisible(row, '12.5')
    await row.getByRole('button', { name: 'Dismiss' }).press('Enter')
    const dialog = desk.getByRole('dialog', { name: 'Dismiss difference' })
    await expectVisible(dialog, txId)
    await dialog.getByRole('button', { name: 'Dismiss' }).click()
    await expectVisible(dialog, /^Enter a /)
    await dialog.getByLabel('Note').fill(note)
    await dialog.getByRole('button', { name: 'Dismiss' }).click()
    const question = desk.getByRole('dialog', { name: 'Confirm it’s you' })
    await question.getByLabel('Password', { exact: true }).fill(world.ownerPassword)
    await desk.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })

    // It stays listed with who looked into it, and the warning is over, also after the next comparison.
    await world.soon(compareJob)
    await desk.reload()
    await expectVisible(row, 'Dismissed')
    await expectVisible(row, new RegExp(`${note} · ${world.owner.username}`))
    await row.getByRole('button', { name: 'Dismiss' }).waitFor({ state: 'hidden' })
    await desk.goto('/app/admin/audit')
    await expectVisible(desk, note)
  } finally {
    await node.close()
    await world.settings({ payout_bitcoind_doge_url: '' })
  }
})
