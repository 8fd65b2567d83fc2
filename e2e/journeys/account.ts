import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { expectUrl, eventually, heading, expectVisible, expectTitle, toast } from '#e2e/assertions.ts'
import { mailedLink } from '#e2e/mail.ts'
import { misplacedText } from '#e2e/misplaced-text.ts'
import { journey } from '#e2e/runner.ts'
import { password } from '#e2e/world.ts'

const signIn = async (page: Page, login: string, secret: string): Promise<void> => {
  await page.getByLabel('Username or email').fill(login)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

journey('a forgotten password is replaced by mail', async ({ world, visit }) => {
  const person = await world.person('forgetful')
  const { page } = await visit()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expectTitle(page, 'Forgot password · Runnel')
  await page.getByLabel('Email address').fill('no address')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expectVisible(page, 'Enter an email address, such as name@example.com.')
  await page.getByLabel('Email address').fill(person.email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expectVisible(page, 'Check your email')
  const link = await mailedLink(world, { to: person.email, page: 'reset-password' })
  await page.goto(link)
  await expectTitle(page, 'Reset password · Runnel')
  await page.getByLabel('New password').fill('nine calm herons wade')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expectUrl(page, '/login')
  await toast(page, 'Success', 'Password reset.')
  await signIn(page, person.username, password)
  await expectVisible(page, 'Wrong username, email or password.')
  await signIn(page, person.email, 'nine calm herons wade')
  await expectUrl(page, '/app/dashboard')
  await page.getByRole('button', { name: 'Account menu for forgetful' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expectUrl(page, '/login')
  // The link has done its work.
  await page.goto(link)
  await page.getByLabel('New password').fill('ten calm herons wade')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expectVisible(page.getByRole('main'), /link/i)
  await expectUrl(page, /^\/reset-password\//)
})

journey('a session is ended from another device', async ({ world, visit }) => {
  const person = await world.person('two_devices')
  const { page: desk } = await visit({ as: person })
  const { page: phone } = await visit({ as: { ...person, token: await world.anotherSession(person) }, width: 360 })
  await phone.goto('/app/dashboard')
  await heading(phone, 'Dashboard')
  await desk.goto('/app/account')
  await expectVisible(desk, 'This device')
  await desk.getByRole('button', { name: /^Sign out of/ }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await toast(desk, 'Success', 'Session ended.')
  await eventually(async () =>
    assert.equal(await desk.getByRole('button', { name: /^Sign out of/ }).count(), 0, 'only this session is left'),
  )
  await phone.getByRole('link', { name: 'Faucet' }).filter({ visible: true }).first().click()
  await expectUrl(phone, '/login?redirect=/app/faucet')
})

journey('an account moves to another mailbox', async ({ world, visit }) => {
  const person = await world.person('moving')
  const { page } = await visit({ as: person })
  await page.goto('/app/account')
  await expectVisible(page.getByRole('main'), person.email)
  await page.getByRole('button', { name: 'Change email address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New email address').fill('moved@example.com')
  await dialog.getByLabel('Current password').fill('not the password')
  await dialog.getByRole('button', { name: 'Save address' }).click()
  await expectVisible(dialog, /password/i)
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Save address' }).click()
  await expectVisible(page.getByRole('main'), 'Verify your email address')
  await expectVisible(page.getByRole('main'), 'moved@example.com')
  await page.goto(await mailedLink(world, { to: 'moved@example.com', page: 'active' }))
  await expectVisible(page, 'Email verified')
  await page.getByRole('link', { name: 'Go to dashboard' }).click()
  await expectUrl(page, '/app/dashboard')
  await page.goto('/app/account')
  await expectVisible(page.getByRole('main'), 'Verified')
})

journey('a select that is still loading keeps its text and its arrow apart', async ({ world, visit }) => {
  const person = await world.person('slow_select')
  const { page } = await visit({ as: person, width: 360 })
  const loading = Promise.withResolvers<void>()
  await page.route('**/assets/SearchSelect-*.js', (route) => loading.promise.then(() => route.continue()))
  await page.goto('/app/account')
  await page.locator('.input-shell > div.input').first().waitFor()
  assert.deepEqual(await misplacedText(page), [])
  loading.resolve()
  await page.getByRole('combobox').first().waitFor()
})
