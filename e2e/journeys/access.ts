import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expectUrl, eventually, heading, expectVisible, expectTitle, toast } from '#e2e/assertions.ts'
import { waitForIdle } from '#e2e/idle.ts'
import { journey } from '#e2e/runner.ts'
import { password } from '#e2e/world.ts'

/** Goes to another page as a person does, without loading the document anew. */
const choose = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true }).click()

journey('a page behind the sign-in leads to it and back', async ({ world, visit }) => {
  await world.person('returning')
  const { page } = await visit()
  await page.goto('/app/faucet?from=mail')
  await expectUrl(page, '/login?redirect=/app/faucet?from=mail')
  await expectTitle(page, 'Sign in · Runnel')
  await page.getByLabel('Username or email').fill('returning')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.keyboard.press('Enter')
  await expectVisible(page, 'Wrong username, email or password.')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expectUrl(page, '/app/faucet?from=mail')
  await heading(page, 'Faucet')
  await page.getByRole('button', { name: 'Account menu for returning' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expectUrl(page, '/login')
  assert.equal(await page.evaluate(() => localStorage.getItem('token')), null)
})

journey('whoever is signed in has no use for guests’ pages', async ({ world, visit }) => {
  const { page } = await visit({ as: await world.person('inside') })
  for (const path of ['/login', '/register', '/forgot-password', '/reset-password/abcdefghijklmnopqrstuvwx']) {
    await page.goto(path)
    await expectUrl(page, '/app/dashboard')
  }
  await expectTitle(page, 'Dashboard · Runnel')
})

journey('rooms of the owner do not exist for others', async ({ world, visit }) => {
  const { page } = await visit({ as: await world.person('curious') })
  for (const path of ['/app/admin/overview', '/app/admin/withdrawals', '/app/admin/settings']) {
    await page.goto(path)
    await expectUrl(page, '/404')
  }
  await expectTitle(page, 'Page not found · Runnel')
  await page.goto('/app/dashboard')
  await heading(page, 'Dashboard')
  assert.equal(await page.getByText('Administration', { exact: true }).count(), 0, 'no part for the owner')
})

journey('an unknown address says so', async ({ visit }) => {
  const { page } = await visit()
  const answer = await page.goto('/no/such/page')
  assert.equal(answer?.status(), 404)
  await expectTitle(page, 'Page not found · Runnel')
  await heading(page, /./)
})

journey('a session that ended elsewhere asks to sign in again', async ({ world, visit }) => {
  const person = await world.person('ended')
  const { page } = await visit({ as: person })
  await page.goto('/app/dashboard')
  await waitForIdle(page)
  await world.db.write((tx) => tx.deleteFrom('sessions').where('user_id', '=', person.id).execute())
  await choose(page, 'Account')
  await expectUrl(page, '/login?redirect=/app/account')
  await toast(page, 'Error', 'Your session has ended.')
  assert.equal(await page.evaluate(() => localStorage.getItem('token')), null)
})

journey('a locked account is told why', async ({ world, visit }) => {
  const person = await world.person('locked_one')
  const { page } = await visit({ as: person })
  await page.goto('/app/dashboard')
  await waitForIdle(page)
  const lock = { locked_at: new Date(), lock_reason: 'Two accounts of one household shared a payout address.' }
  await world.db.write((tx) => tx.updateTable('users').set(lock).where('id', '=', person.id).execute())
  await choose(page, 'Faucet')
  await expectUrl(page, '/app/locked')
  await expectTitle(page, 'Account locked · Runnel')
  await expectVisible(page.getByRole('main'), lock.lock_reason)
  // The lock holds wherever one goes, also by a new document.
  await page.goto('/app/dashboard')
  await expectUrl(page, '/app/locked')
})

journey('a locked account stays where it is told why, however late its profile comes', async ({ world, visit }) => {
  const person = await world.person('locked_slow')
  const { page } = await visit({ as: person })
  await page.goto('/app/dashboard')
  await waitForIdle(page)
  await page.route('**/api/user/me', async (route) => {
    await pause(1_500)
    // The page may have stopped asking by then.
    await route.continue().catch(() => undefined)
  })
  const lock = { locked_at: new Date(), lock_reason: 'Two accounts of one household shared a payout address.' }
  await world.db.write((tx) => tx.updateTable('users').set(lock).where('id', '=', person.id).execute())
  await choose(page, 'Faucet')
  await expectVisible(page.getByRole('main'), lock.lock_reason)
  await expectUrl(page, '/app/locked')
  await expectTitle(page, 'Account locked · Runnel')
})

journey('maintenance sends everybody to its page, but for the owner', async ({ world, visit }) => {
  const { page } = await visit({ as: await world.person('patient') })
  const { page: desk } = await visit({ as: world.owner })
  await page.goto('/app/dashboard')
  await waitForIdle(page)
  try {
    await world.settings({ maintenance: true, maintenance_message: 'New pumps until noon.' })
    await choose(page, 'Faucet')
    await expectUrl(page, '/maintenance')
    await expectTitle(page, 'Maintenance · Runnel')
    await expectVisible(page.getByRole('main'), 'New pumps until noon.')
    await desk.goto('/app/admin/overview')
    await heading(desk, /./)
    await expectUrl(desk, '/app/admin/overview')
  } finally {
    await world.settings({ maintenance: false, maintenance_message: '' })
  }
  await page.goto('/app/faucet')
  await heading(page, 'Faucet')
})

journey('the colours stay as chosen, in every tab', async ({ world, visit }) => {
  const { page, tab } = await visit({ as: await world.person('owl') })
  const mode = (where: Page): Promise<string | undefined> =>
    where.evaluate(() => document.documentElement.dataset['mode'])
  await page.goto('/app/dashboard')
  const other = await tab()
  await other.goto('/')
  await page.getByRole('button', { name: 'Switch to dark mode' }).filter({ visible: true }).click()
  assert.equal(await mode(page), 'dark')
  assert.equal(await page.evaluate(() => localStorage.getItem('UIMode')), 'dark')
  await page.reload()
  assert.equal(await mode(page), 'dark', 'dark from the first moment after a reload')
  await other.reload()
  assert.equal(await mode(other), 'dark', 'public pages know it too')
  const third = await tab()
  await third.goto('/app/faucet')
  await page.getByRole('button', { name: 'Switch to light mode' }).filter({ visible: true }).click()
  await eventually(async () => assert.equal(await mode(third), 'light'))
})

journey('the menu opens the group of the page that is shown', async ({ world, visit }) => {
  const { page } = await visit({ as: world.owner })
  await page.goto('/app/faq')
  const group = (name: string) => page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name })
  const isOpen = (name: string): Promise<string | null> => group(name).getAttribute('aria-expanded')
  await eventually(async () => assert.equal(await isOpen('Help'), 'true'))
  assert.equal(await isOpen('Site'), 'false')
  await group('Site').click()
  await choose(page, 'Settings')
  await heading(page, 'Settings')
  assert.equal(await isOpen('Site'), 'true')
  // The admin area has a menu of its own, with one way back.
  assert.equal(await group('Help').count(), 0)
  await choose(page, 'Member area')
  await heading(page, 'Dashboard')
  await eventually(async () => assert.equal(await isOpen('Help'), 'false'))
})
