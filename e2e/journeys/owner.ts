import assert from 'node:assert/strict'
import { payoutJob } from '@runnel/server/src/features/withdraw/payout/payout-job.ts'
import { startBitcoind } from '@runnel/server/src/test/fakes/bitcoind.ts'
import { startProvider } from '@runnel/server/src/test/fakes/provider.ts'
import type { Page } from 'playwright-core'
import {
  expectUrl,
  eventually,
  heading,
  expectVisible,
  expectHidden,
  showsBalance,
  strike,
  toast,
} from '#e2e/assertions.ts'
import { mailedText } from '#e2e/mail.ts'
import { type JourneyContext, journey } from '#e2e/runner.ts'
import { withOldProof } from '#e2e/setup/accounts.ts'
import { requestWithdrawal, places } from '#e2e/setup/fixtures.ts'
import type { World } from '#e2e/world.ts'

/** Before anything important the owner is asked who is at the screen, when the last proof is old. */
const confirmStepUp = async (desk: Page, world: World): Promise<void> => {
  const question = desk.getByRole('dialog', { name: 'Confirm it’s you' })
  await question.getByLabel('Password', { exact: true }).fill(world.ownerPassword)
  await desk.keyboard.press('Enter')
  await question.waitFor({ state: 'hidden' })
}

const deskOf = async ({ world, visit }: JourneyContext): Promise<Page> => {
  const { page } = await visit({ as: await withOldProof(world, world.owner) })
  return page
}

/** A node of Dogecoin's kind with coins in its wallet, and a source of prices, while `work` lasts. */
const withNode = async (
  work: (outside: { node: Awaited<ReturnType<typeof startBitcoind>>; prices: { url: string } }) => Promise<void>,
): Promise<void> => {
  const node = await startBitcoind({ isOld: true })
  const prices = await startProvider(() => ({ status: 200, body: { price: '0.21' } }))
  node.fund(500)
  try {
    await work({ node, prices })
  } finally {
    await prices.close()
    await node.close()
  }
}

/** The owner says where the node is, and whose prices count. */
const setPayouts = async (desk: Page, world: World, at: { node: string; prices: string }): Promise<void> => {
  await desk.goto('/app/admin/settings?tab=payouts')
  await desk.getByLabel('Dogecoin node URL').fill(at.node)
  for (const name of ['CoinGecko', 'Coinbase', 'Kraken']) await desk.getByRole('switch', { name }).click()
  await expectVisible(desk.getByRole('main'), 'No price sources. Methods that use them will close.')
  await desk.getByRole('button', { name: 'Add source' }).click()
  await desk.getByLabel('URL', { exact: true }).fill(`${at.prices}/{coin}/{currency}`)
  await desk.getByLabel('JSON path').fill('price')
  await desk.getByLabel('Max. automatic withdrawal').fill('0')
  await desk.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click()
  await confirmStepUp(desk, world)
  await toast(desk, 'Success', 'Saved.')
  await expectVisible(desk.getByRole('main'), 'Saved. Enter a new one to replace it. It is never shown again.')
}

/** A method that the node pays, at the price of the market. */
const openMethod = async (desk: Page): Promise<void> => {
  await desk.getByRole('tab', { name: 'Withdrawal methods' }).click()
  await desk.getByRole('button', { name: 'Add method' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^Own node/ }).check()
  await expectVisible(dialog, 'Bitcoin node URL')
  await dialog.getByRole('combobox', { name: 'Currency' }).fill('DOGE')
  await dialog.getByRole('option', { name: /^DOGE/ }).click()
  await expectVisible(dialog, 'Payout keys are set.')
  await dialog.getByRole('radio', { name: /^Price sources/ }).check()
  await dialog.getByLabel('Units per DOGE').fill('20000')
  await dialog.getByLabel('Confirmations').fill('1')
  await dialog.getByLabel('Minimum (units)').fill('1000')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(desk, 'Success', 'Withdrawal method added.')
  // The price that was typed counts until the source has been asked, a moment later.
  const methods = desk.getByRole('table', { name: 'Withdrawal methods' })
  await eventually(async () => {
    await desk.reload()
    await expectVisible(methods, /^Price sources/)
    assert.match(await methods.innerText(), /1 DOGE = \$0\.21/)
  })
}

journey('an owner pays from a node of their own, at the price of the market', (gear) =>
  withNode(async ({ node, prices }) => {
    const { world, visit } = gear
    await world.settings({ withdraw_min_answers: 0 })
    const desk = await deskOf(gear)
    await setPayouts(desk, world, { node: node.address, prices: prices.url })
    await openMethod(desk)

    const person = await world.person('dawn_diver')
    await world.earn(person, { amount: 60_000 })
    const { methods } = await world.owner.api.admin.methods()
    const method = methods.find(({ processor }) => processor === 'bitcoind')
    assert(method !== undefined, 'the method is there')
    await requestWithdrawal(world, { person, method, amount: 42_000 })
    const { page } = await visit({ as: person, width: 360 })
    await page.goto('/app/withdraw')
    const history = page.getByRole('table', { name: 'Your withdrawals' })
    await expectVisible(history, 'In review')

    // The owner comes from the overview and needs no mouse.
    await desk.goto('/app/admin/overview')
    await desk
      .getByRole('main')
      .getByRole('link', { name: /Withdrawals to review/ })
      .press('Enter')
    await heading(desk, 'Withdrawals')
    await expectVisible(desk, 'dawn_diver')
    await strike(desk, 'j')
    await desk.keyboard.press('Enter')
    const dialog = desk.getByRole('dialog', { name: 'Withdrawal of dawn_diver' })
    await expectVisible(dialog, '2 DOGE')
    await dialog.getByRole('button', { name: 'Approve (dawn_diver)' }).press('Enter')
    await desk.getByRole('button', { name: 'Approve and pay' }).press('Enter')
    await toast(desk, 'Success', /approved/)

    // Once it is on the chain, and only then, it counts as paid.
    await eventually(() => assert.deepEqual(node.paidTo(places.DOGE), [200_000_000n]))
    node.mine(2)
    await eventually(async () => {
      await world.soon(payoutJob)
      await expectVisible(history, 'Paid', { withinMs: 2_000 })
    })
    assert.deepEqual(node.paidTo(places.DOGE), [200_000_000n])
    await showsBalance(page, 18_000)
  }),
)

const reason = 'Two accounts ask to be paid to your wallet.'
const objection = 'The other one is my father’s. We share the wallet, and nothing else.'

journey('somebody is locked, objects, is heard, and gets something for the lost day', async (gear) => {
  const { world, visit } = gear
  const person = await world.person('even_egret')
  await world.earn(person, { amount: 2_000 })
  const { page: theirs } = await visit({ as: person, width: 360 })
  await theirs.goto('/app/dashboard')
  await heading(theirs, 'Dashboard')

  // Found by keys alone: to the search, a few letters, the first row, in.
  const desk = await deskOf(gear)
  await desk.goto('/app/admin/users')
  await expectVisible(desk, 'even_egret')
  await strike(desk, '/')
  await desk.keyboard.type('even_')
  await expectUrl(desk, '/app/admin/users?search=even_')
  await eventually(async () => assert.equal(await desk.locator('tbody > tr').count(), 1))
  await strike(desk, 'ArrowDown')
  await desk.keyboard.press('Enter')
  await heading(desk, 'even_egret')
  await desk.getByRole('button', { name: 'Lock', exact: true }).click()
  const ban = desk.getByRole('dialog', { name: 'Lock even_egret' })
  await ban.getByLabel('Reason').fill(reason)
  await ban.getByRole('button', { name: 'Lock', exact: true }).click()
  await confirmStepUp(desk, world)
  await toast(desk, 'Success', 'Account locked. The user sees the reason.')

  // Their open page learns of it by itself.
  await expectUrl(theirs, '/app/locked')
  await expectVisible(theirs, reason)
  await theirs.getByLabel('Why should we lift the restriction?').fill(objection)
  await theirs.getByRole('button', { name: 'Send appeal' }).click()
  await expectVisible(theirs, 'Appeal sent. We’ll review it.')

  await desk.goto('/app/admin/appeal?status=open')
  await expectVisible(desk, objection)
  await desk.getByRole('button', { name: 'Reply (even_egret)' }).click()
  const answer = desk.getByRole('dialog', { name: 'Decide appeal from even_egret' })
  await answer.getByRole('button', { name: 'Send decision' }).click()
  await expectVisible(answer, 'Select a decision.')
  await answer.getByRole('radio', { name: 'Approve: lift all restrictions' }).check()
  await answer.getByLabel('Reply', { exact: true }).fill('That is fine. We are sorry for the trouble.')
  await answer.getByRole('button', { name: 'Send decision' }).click()
  await answer.waitFor({ state: 'hidden' })
  await theirs.getByRole('button', { name: 'Check again' }).click()
  await expectUrl(theirs, '/app/dashboard')
  await heading(theirs, 'Dashboard')
  const letter = await mailedText(world, { to: person.email, holds: 'That is fine.' })
  assert.match(letter, /Decision on your .* appeal/)

  // The proof of a moment ago still counts; an old one would be asked for again.
  await desk.goto(`/app/admin/users/${person.id}`)
  await adjust(desk, { amount: '5000', why: 'For the lost day.' })
  await toast(desk, 'Success', / added\.$/)
  await showsBalance(theirs, 7_000)
  await desk.getByRole('tab', { name: 'Statement' }).click()
  await expectVisible(desk.getByRole('main'), '+5,000 units')
})

const adjust = async (desk: Page, { amount, why }: { amount: string; why: string }): Promise<void> => {
  await desk.getByRole('button', { name: 'Adjust balance' }).click()
  const dialog = desk.getByRole('dialog', { name: /^Adjust balance of/ })
  await dialog.locator('input[name=amount]').fill(amount)
  await dialog.getByRole('button', { name: 'Adjust balance', exact: true }).click()
  await expectVisible(dialog, 'Enter a reason of 3 to 300 characters. The user will see it.')
  await dialog.getByLabel('Reason').fill(why)
  await dialog.getByRole('button', { name: 'Adjust balance', exact: true }).click()
}

journey('whoever writes to the site is answered by mail', async (gear) => {
  const { world } = gear
  const message = { email: 'curious@example.com', subject: 'Do you pay weekly?', message: 'Or whenever I ask for it?' }
  await world.db.write((tx) =>
    tx
      .insertInto('contact_messages')
      .values({ id: crypto.randomUUID(), created_at: new Date(), ...message })
      .execute(),
  )
  const desk = await deskOf(gear)
  await desk.goto('/app/admin/contact?state=open')
  await expectVisible(desk, message.subject)
  await strike(desk, 'j')
  await desk.keyboard.press('Enter')
  const thread = desk.getByRole('dialog', { name: message.subject })
  await thread.getByLabel('Reply', { exact: true }).fill('Whenever you ask, usually within the hour.')
  await thread.getByRole('button', { name: 'Send reply' }).press('Enter')
  await toast(desk, 'Success', 'Reply sent.')
  const letter = await mailedText(world, { to: message.email, holds: 'Whenever you ask' })
  assert.match(letter, /Subject: Re: Do you pay weekly\?/)
  assert.match(letter, /> Or whenever I ask for it\?/)
  await desk.goto('/app/admin/contact?state=answered')
  await expectVisible(desk, message.subject)
})

journey('what pays too much is stopped, and runs again', async (gear) => {
  const { world, visit } = gear
  const { page } = await visit({ as: await world.person('keen_kestrel'), width: 360 })
  const desk = await deskOf(gear)
  await desk.goto('/app/admin/outflow')
  await desk.getByRole('button', { name: 'Stop Faucet', exact: true }).click()
  const stop = desk.getByRole('dialog', { name: 'Stop payments' })
  await stop.getByRole('button', { name: 'Stop now' }).click()
  await expectVisible(stop, 'Enter a reason of 3 to 300 characters.')
  await stop.getByLabel('Reason').fill('Claims come too fast tonight.')
  await stop.getByRole('button', { name: 'Stop now' }).click()
  await stop.waitFor({ state: 'hidden' })
  await page.goto('/app/faucet')
  await expectVisible(page.getByRole('main'), /paused while we check/)

  const stopped = desk.getByRole('region', { name: 'Stopped' })
  await stopped.getByRole('button', { name: 'Resume Faucet' }).click()
  const resume = desk.getByRole('dialog', { name: 'Resume Faucet' })
  await expectVisible(resume, /Claims come too fast tonight\./)
  await resume.getByLabel('Resolution note').fill('A happy hour that I had forgotten.')
  await resume.getByRole('button', { name: 'Resume' }).click()
  await confirmStepUp(desk, world)
  await resume.waitFor({ state: 'hidden' })
  await page.reload()
  await expectHidden(page.getByRole('main'), /paused while we check/)
  await desk.goto('/app/admin/audit')
  await expectVisible(desk, 'Claims come too fast tonight.')
})
