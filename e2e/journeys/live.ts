import assert from 'node:assert/strict'
import { expectUrl, heading, expectVisible, showsBalance } from '#e2e/assertions.ts'
import { waitForIdle } from '#e2e/idle.ts'
import { journey } from '#e2e/runner.ts'
import { claimButton, solvePictures } from '#e2e/solve.ts'

journey('a claim in one tab shows in the others, with the live stream and without', async ({ world, visit }) => {
  await world.settings({ faucet_timer: 300 })
  const person = await world.person('many_tabs')
  const { page, tab } = await visit({ as: person })
  const beside = await tab()
  await beside.goto('/app/account')
  await showsBalance(beside, 0)
  const other = { ...person, token: await world.anotherSession(person) }
  const { page: cutOff, context } = await visit({ as: other, fresh: true })
  await context.route('**/api/user/live', (route) => route.abort())
  await cutOff.clock.install()
  await cutOff.goto('/app/account')
  await showsBalance(cutOff, 0)
  await expectVisible(cutOff.getByRole('main'), 'No transactions yet')
  // From now on its time passes only when it is told to, however long the claim takes.
  await cutOff.clock.pauseAt(new Date(Date.now() + 1_000))
  await page.goto('/app/faucet')
  await solvePictures({ page, world, person })
  await claimButton(page).click()
  await expectVisible(page.getByRole('main'), '+30 units')
  await showsBalance(beside, 30)
  await expectVisible(beside.getByRole('main').getByRole('table'), 'Faucet claim')
  // Nobody told this one; it asks by itself every half minute.
  await showsBalance(cutOff, 0)
  await cutOff.clock.runFor(31_000)
  await cutOff.clock.resume()
  await showsBalance(cutOff, 30)
  await expectVisible(cutOff.getByRole('main').getByRole('table'), 'Faucet claim')
})

journey('a page whose script does not come loads anew once by itself, and then asks', async ({ world, visit }) => {
  const { page, context } = await visit({ as: await world.person('bad_line') })
  const help = page.getByRole('button', { name: 'Help' })
  const link = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'FAQ' })
  let refused = 0
  let refusals = Infinity
  await context.route('**/assets/FaqPage-*.js', (route) => (refused++ < refusals ? route.abort() : route.continue()))
  let documents = 0
  page.on('domcontentloaded', () => {
    documents += 1
  })
  await page.goto('/app/dashboard')
  await waitForIdle(page)
  // Pointing at the link fetches ahead; that it fails is nobody's trouble yet.
  await help.click()
  await link.hover()
  await waitForIdle(page)
  assert.deepEqual({ documents, refused }, { documents: 1, refused: 1 })
  await link.click()
  await expectVisible(page, 'Part of this page didn’t load')
  assert.equal(documents, 2, 'loaded anew once')
  refusals = 0
  await page.getByRole('button', { name: 'Reload page' }).click()
  await heading(page, 'Frequently asked questions')
  // Whoever got through is helped once more the next time.
  await page.goto('/app/dashboard')
  await waitForIdle(page)
  refused = 0
  refusals = 1
  await help.click()
  await link.hover()
  await waitForIdle(page)
  await link.click()
  await heading(page, 'Frequently asked questions')
  await expectUrl(page, '/app/faq')
})
