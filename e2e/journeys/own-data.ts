import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { expectUrl, eventually, expectVisible, expectHidden } from '#e2e/assertions.ts'
import { waitForIdle } from '#e2e/idle.ts'
import { journey } from '#e2e/runner.ts'
import { password } from '#e2e/world.ts'

journey('everything about oneself is one file', async ({ world, visit }) => {
  const person = await world.person('curious_cat')
  await world.earn(person, { amount: 1_234 })
  const { page } = await visit({ as: person })
  await page.goto('/app/account')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export my data' }).click()
  const file = await download
  assert.match(file.suggestedFilename(), /\.json$/)
  await expectVisible(page, /^Downloaded: \d+ kB$/)
  const text = readFileSync(await file.path(), 'utf8')
  const data: unknown = JSON.parse(text)
  assert(typeof data === 'object' && data !== null, 'a program can read it')
  for (const known of [person.username, person.email, '1234']) assert(text.includes(known), `${known} stands in it`)
})

journey('an account is deleted step by step, and only so', async ({ world, visit }) => {
  const person = await world.person('leaving_loon')
  await world.earn(person, { amount: 5_000 })
  const { page } = await visit({ as: person })
  await page.goto('/app/account')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account' })
  await expectVisible(dialog, /Transaction records are kept without your name/)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expectVisible(dialog, '5,000 units')
  const onwards = dialog.getByRole('button', { name: 'Continue' })
  assert(await onwards.isDisabled(), 'what is left has to be given up first')
  await dialog.getByLabel('I give up this balance permanently').check()
  await onwards.click()
  await dialog.getByLabel('Type your username (leaving_loon) to confirm').fill('leaving_lion')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Permanently delete my account' }).click()
  await expectVisible(dialog, /leaving_loon|username/)
  await dialog.getByLabel('Type your username (leaving_loon) to confirm').fill('leaving_loon')
  await dialog.getByRole('button', { name: 'Permanently delete my account' }).click()
  await expectUrl(page, '/login')
  assert.equal(await page.evaluate(() => localStorage.getItem('token')), null)
  await page.getByLabel('Username or email').fill('leaving_loon')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expectVisible(page, 'Wrong username, email or password.')
})

journey('a locked account objects, and reads the answer', async ({ world, visit }) => {
  const person = await world.person('objecting_owl')
  const { page } = await visit({ as: person })
  await page.goto('/app/dashboard')
  await waitForIdle(page)
  const reason = 'Two accounts of one household shared a payout address.'
  await world.owner.api.admin.banSuspects({ query: {}, body: { users: [person.id], reason } })
  // The live stream tells it to the page that stands open.
  await expectUrl(page, '/app/locked')
  await expectVisible(page.getByRole('main'), reason)
  await page.getByLabel('Why should we lift the restriction?').fill('Too short')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expectVisible(page.getByRole('main'), 'Enter 20 to 2000 characters.')
  await page
    .getByLabel('Why should we lift the restriction?')
    .fill('We are two people in one flat, each with a phone of our own.')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expectVisible(page.getByRole('main'), 'Your appeal is in review')
  await expectHidden(page, 'Send appeal')
  const { items } = await world.owner.api.admin.appeals({ query: { username: person.username } })
  const [{ _id: id } = { _id: '' }] = items
  const message = 'You are right, these are two people. We are sorry.'
  await world.owner.api.admin.answerAppeal({ params: { id }, body: { verdict: 'release', message } })
  await eventually(async () => {
    await page
      .getByRole('button', { name: 'Check again' })
      .click({ timeout: 1_000 })
      .catch(() => undefined)
    assert.equal(new URL(page.url()).pathname, '/app/dashboard')
  })
  await page.goto('/app/account')
  await expectVisible(page, 'Approved: the restriction is lifted')
  await expectVisible(page, message)
})
