import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { eventually, expectUrl, expectVisible, heading, showsBalance, toast } from '#e2e/assertions.ts'
import { journey } from '#e2e/runner.ts'
import { addApiWall, answerForVendor, callFromAyet, shop, startOffer } from '#e2e/setup/offers.ts'

/** The row of a table that says this. */
const rowOf = (page: Page, words: string | RegExp): Locator => page.getByRole('row').filter({ hasText: words })

/** Opens an offer of the list and starts it; answers the page of the vendor. */
const start = async (page: Page, title: string): Promise<Page> => {
  await page.getByRole('button', { name: `View ${title}` }).click()
  const dialog = page.getByRole('dialog')
  await expectVisible(dialog, title)
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    dialog.getByRole('button', { name: 'Start offer' }).click(),
  ])
  await eventually(() => assert.match(opened.url(), /^https:\/\/vendor\.example\//))
  return opened
}

const report = async (page: Page, { words, evidence }: { words: string; evidence: string }): Promise<void> => {
  await rowOf(page, shop.name).getByRole('button', { name: 'Reward missing' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Description').fill(words)
  await dialog.getByLabel('Evidence').fill(evidence)
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expectVisible(rowOf(page, shop.name), 'In review')
}

journey(
  'offers of all walls are one list, with what is known of each before it is started',
  async ({ world, visit }) => {
    const wall = await addApiWall(world, { name: 'Otter API', slug: 'otter-api' })
    try {
      const others = await Promise.all([1, 2, 3, 4, 5, 6].map((nth) => world.person(`did_offers_${nth}`)))
      for (const [nth, person] of others.entries()) {
        const call = { person, tx: `known-${nth}`, amount: '300', clickId: await startOffer(person, wall, '43') }
        assert.equal(await callFromAyet(world, wall, call), 200)
        if (nth === 0) assert.equal(await callFromAyet(world, wall, { ...call, isReversal: true }), 200)
      }
      const person = await world.person('looks_at_offers')
      const { page } = await visit({ as: person })
      await answerForVendor(page)
      await page.goto('/app/offerwall')
      await heading(page, 'Offerwalls')
      const list = page.locator('section, .card').filter({ has: page.getByRole('heading', { name: 'Best offers' }) })
      const views = list.getByRole('button', { name: /^View / })
      await views.first().waitFor()
      const names = await views.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))
      assert.deepEqual(names, ['View A quick survey', 'View Otter Shop', 'View Harbour Town'], 'the fastest is first')
      const game = list.getByRole('listitem').filter({ hasText: 'Harbour Town' })
      for (const words of [
        '2 steps',
        '10 hours',
        '15 units per minute',
        'Computer',
        '6 credited',
        '16.67% charged back',
      ]) {
        await expectVisible(game, words)
      }
      await expectVisible(game, /^Typically paid after/)
      await page.getByRole('button', { name: 'View Harbour Town' }).click()
      const dialog = page.getByRole('dialog')
      for (const words of ['Build a town by the sea.', 'Open the harbour', '8,000 units', '6 credited']) {
        await expectVisible(dialog, words)
      }
      await expectVisible(dialog, 'Complete everything within 2 days. Later steps aren’t paid.')
      await expectVisible(dialog, 'Only new users are eligible for this reward.')
      await dialog.getByRole('button', { name: 'Close' }).click()
      await page.getByText('No clicks yet').waitFor({ state: 'detached' })
      const opened = await start(page, 'Otter Shop')
      const clickId = new URL(opened.url()).searchParams.get('custom_1') ?? ''
      assert.equal(new URL(opened.url()).searchParams.get('from'), 'feed')
      assert.equal(await opened.evaluate(() => window.opener), null, 'the vendor cannot reach our page')
      const { items } = await person.api.offerwall.clicks({ query: {} })
      assert.deepEqual(
        items.map(({ _id, offer, promised }) => [_id, offer, promised]),
        [[clickId, 'Otter Shop', 1_200]],
      )
      await page.bringToFront()
      assert.equal(await callFromAyet(world, wall, { person, tx: 'in-time', amount: '1200', clickId }), 200)
      await showsBalance(page, 1_200)
    } finally {
      await world.owner.api.admin.editWall({ params: { id: wall.id }, body: { enabled: false } })
      await wall.close()
    }
  },
)

journey(
  'a missing reward is reported, credited by hand, and not paid again by its postback',
  async ({ world, visit }) => {
    const wall = await addApiWall(world, { name: 'Late API', slug: 'late-api' })
    try {
      const person = await world.person('misses_reward')
      const { page } = await visit({ as: person, width: 360, height: 740 })
      await answerForVendor(page)
      await page.goto('/app/offerwall')
      const opened = await start(page, shop.name)
      const clickId = new URL(opened.url()).searchParams.get('custom_1') ?? ''
      await opened.close()
      await page.reload()
      await report(page, { words: 'I ordered three days ago and got nothing.', evidence: 'Order 4711 <b>paid</b>' })
      const { page: desk } = await visit({ as: world.owner })
      await desk.goto('/app/admin/offerwalls?tab=reports')
      const row = rowOf(desk, person.username)
      for (const words of ['I ordered three days ago and got nothing.', 'Order 4711 <b>paid</b>', clickId]) {
        await expectVisible(row, words)
      }
      await row.getByRole('button', { name: 'Credit' }).click()
      const question = desk.getByRole('dialog')
      await expectVisible(question, 'Credit 1,200 units to misses_reward?')
      await question.getByRole('button', { name: 'Credit' }).click()
      await toast(desk, 'Success', /./)
      await expectVisible(row, 'Credited')
      await expectVisible(rowOf(page, shop.name), 'Credited by us')
      await showsBalance(page, 1_200)
      for (const tx of ['late', 'late']) {
        assert.equal(await callFromAyet(world, wall, { person, tx, amount: '1200', clickId }), 200)
      }
      await page.reload()
      await expectVisible(rowOf(page, shop.name), 'Credited by us')
      await showsBalance(page, 1_200)
    } finally {
      await world.owner.api.admin.editWall({ params: { id: wall.id }, body: { enabled: false } })
      await wall.close()
    }
  },
)

journey('a report is passed to the vendor, and then refused with a reason', async ({ world, visit }) => {
  const wall = await addApiWall(world, { name: 'Third API', slug: 'third-api' })
  try {
    const person = await world.person('asks_vendor')
    const clickId = await startOffer(person, wall)
    const { page } = await visit({ as: person })
    await page.goto('/app/offerwall')
    await report(page, { words: 'The shop confirmed my order.', evidence: 'Order 4712' })
    const { page: desk } = await visit({ as: world.owner })
    await desk.goto('/app/admin/offerwalls?tab=reports')
    await expectUrl(desk, '/app/admin/offerwalls?tab=reports')
    const row = rowOf(desk, person.username)
    await row.getByRole('button', { name: 'Pass to vendor' }).click()
    const mail = desk.getByRole('dialog')
    for (const words of ['help@vendor.example', clickId, 'Order 4712']) await expectVisible(mail, new RegExp(words))
    const href = (await mail.getByRole('link', { name: 'Open email' }).getAttribute('href')) ?? ''
    assert.match(decodeURIComponent(href), /^mailto:help@vendor\.example\?subject=Missing reward/)
    assert(!decodeURIComponent(href).includes(person.username), 'the vendor does not learn who it is')
    await mail.getByRole('button', { name: 'Mark as passed' }).click()
    await expectVisible(row, 'Passed to vendor')
    await expectVisible(rowOf(page, shop.name), 'Passed to the vendor')
    await row.getByRole('button', { name: 'Decline' }).click()
    const refusal = desk.getByRole('dialog')
    await refusal.getByLabel('Answer').fill('The vendor says that the order was cancelled.')
    await refusal.getByRole('button', { name: 'Decline' }).click()
    await expectVisible(row, 'Declined')
    await expectVisible(rowOf(page, shop.name), 'Declined')
    await expectVisible(rowOf(page, shop.name), 'The vendor says that the order was cancelled.')
    await showsBalance(page, 0)
  } finally {
    await world.owner.api.admin.editWall({ params: { id: wall.id }, body: { enabled: false } })
    await wall.close()
  }
})
