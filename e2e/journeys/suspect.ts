import assert from 'node:assert/strict'
import { expectUrl, heading, expectVisible, toast } from '#e2e/assertions.ts'
import { journey } from '#e2e/runner.ts'
import { makeSuspect } from '#e2e/setup/suspects.ts'

const reason = 'Five accounts pay out to one address.'
const objection = 'The other four are my family. We have one wallet, and each clicks on a phone of their own.'

journey('a suspect is banned with a reason, objects, and is released', async ({ world, visit }) => {
  const person = await world.person('wary_wagtail')
  await makeSuspect(world, person)

  const { page: desk } = await visit({ as: world.owner })
  await desk.goto('/app/admin/suspects')
  await desk.getByLabel('Username starts with').fill('wary')
  await desk.getByRole('link', { name: person.username }).click()
  await heading(desk, person.username)
  await expectVisible(desk, 'Withdrawal address shared by 5 accounts.')
  await desk.getByRole('button', { name: 'Lock' }).click()
  const ban = desk.getByRole('dialog', { name: `Lock ${person.username}` })
  await ban.getByRole('button', { name: 'Lock' }).click()
  await expectVisible(ban, 'Enter a reason of 3 to 300 characters. The user will see it.')
  await ban.getByLabel('Reason').fill(reason)
  await ban.getByLabel('Duration').selectOption({ label: '7 days' })
  await ban.getByRole('button', { name: 'Lock' }).click()
  await expectVisible(desk, /^Locked until/)

  const { page: theirs } = await visit({ as: person, width: 360 })
  await theirs.goto('/app/dashboard')
  await expectUrl(theirs, '/app/locked')
  await expectVisible(theirs, reason)
  await theirs.getByLabel('Why should we lift the restriction?').fill(objection)
  await theirs.getByRole('button', { name: 'Send appeal' }).click()
  await expectVisible(theirs, 'Appeal sent. We’ll review it.')

  await desk.goto('/app/admin/overview')
  await desk.getByRole('link', { name: /Appeals to review/ }).click()
  await expectVisible(desk, objection)
  await desk.getByRole('button', { name: `Reply (${person.username})` }).click()
  const answer = desk.getByRole('dialog', { name: `Decide appeal from ${person.username}` })
  await answer.getByRole('radio', { name: 'Approve: lift all restrictions' }).check()
  await answer.getByLabel('Reply', { exact: true }).fill('You were right, and we are sorry.')
  await answer.getByRole('button', { name: 'Send decision' }).click()
  await answer.waitFor({ state: 'hidden' })

  // They come back to the page that still says so.
  await theirs.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expectUrl(theirs, '/app/dashboard')
  await toast(theirs, 'Success', 'Welcome back. Your account is unlocked.')
  await heading(theirs, 'Dashboard')
  assert.equal((await person.api.user.me()).user.lockedAt, null)

  await desk.goto('/app/admin/audit')
  await expectVisible(desk, 'Appeal decided')
  await expectVisible(desk, 'Account locked')
  assert((await desk.getByText(reason).count()) > 0, 'the log keeps the reason')
})
