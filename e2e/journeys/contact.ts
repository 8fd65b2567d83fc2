import assert from 'node:assert/strict'
import { eventually, expectVisible, expectTitle } from '#e2e/assertions.ts'
import { journey } from '#e2e/runner.ts'

journey('a stranger writes to the owner', async ({ world, visit }) => {
  const { page } = await visit({ width: 360 })
  await page.goto('/')
  await page.getByRole('link', { name: 'Contact' }).click()
  await expectTitle(page, 'Contact us · Runnel')
  await page.getByRole('button', { name: 'Send message' }).click()
  await eventually(async () => {
    const field = page.getByLabel('Your email address')
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    assert(await field.evaluate((input) => input === document.activeElement), 'the first wrong field has the focus')
  })
  await page.getByLabel('Your email address').fill('stranger@example.com')
  await page.getByLabel('Subject').fill('Do you pay in Dogecoin?')
  await page.getByLabel('Message').fill('I would like to know before I begin.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expectVisible(page, /Message sent/)
  const { subject } = await world.db.read
    .selectFrom('contact_messages')
    .select('subject')
    .where('email', '=', 'stranger@example.com')
    .executeTakeFirstOrThrow()
  assert.equal(subject, 'Do you pay in Dogecoin?')
})
