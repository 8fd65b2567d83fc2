import assert from 'node:assert/strict'

import { atAddress, heading, sees, toast } from '#e2e/look.ts'
import { journey } from '#e2e/runner.ts'
import { makeSuspect } from '#e2e/suspects.ts'

const reason = 'Five accounts pay out to one address.'
const objection = 'The other four are my family. We have one wallet, and each clicks on a phone of their own.'

journey('a suspect is banned with a reason, objects, and is released', async ({ world, visit }) => {
  const person = await world.person('wary_wagtail')
  await makeSuspect(world, person)

  const { page: desk } = await visit({ as: world.owner })
  await desk.goto('/app/admin/suspects')
  await desk.getByLabel('Username begins with').fill('wary')
  await desk.getByRole('link', { name: person.username }).click()
  await heading(desk, person.username)
  await sees(desk, 'Payout address shared by 5 accounts.')
  await desk.getByRole('button', { name: 'Lock' }).click()
  const ban = desk.getByRole('dialog', { name: `Lock ${person.username}` })
  await ban.getByRole('button', { name: 'Lock' }).click()
  await sees(ban, 'Say why, in 3 to 300 letters; the user reads it.')
  await ban.getByLabel('Reason').fill(reason)
  await ban.getByLabel('How long').selectOption({ label: 'For 7 days' })
  await ban.getByRole('button', { name: 'Lock' }).click()
  await sees(desk, /^Locked until/)

  const { page: theirs } = await visit({ as: person, width: 360 })
  await theirs.goto('/app/dashboard')
  await atAddress(theirs, '/app/locked')
  await sees(theirs, reason)
  await theirs.getByLabel('What do you say to it?').fill(objection)
  await theirs.getByRole('button', { name: 'Send the appeal' }).click()
  await sees(theirs, 'Your appeal was sent. A person will look at it.')

  await desk.goto('/app/admin/overview')
  await desk.getByRole('link', { name: /Appeals to answer/ }).click()
  await sees(desk, objection)
  await desk.getByRole('button', { name: `Answer (${person.username})` }).click()
  const answer = desk.getByRole('dialog', { name: `Answer ${person.username}` })
  await answer.getByRole('radio', { name: 'Release it' }).check()
  await answer.getByLabel('Answer', { exact: true }).fill('You were right, and we are sorry.')
  await answer.getByRole('button', { name: 'Decide and answer' }).click()
  await answer.waitFor({ state: 'hidden' })

  // They come back to the page that still says so.
  await theirs.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await atAddress(theirs, '/app/dashboard')
  await toast(theirs, 'Success', 'Welcome back: your account is open again.')
  await heading(theirs, 'Dashboard')
  assert.equal((await person.api.user.me()).user.lockedAt, null)

  await desk.goto('/app/admin/audit')
  await sees(desk, 'Appeal answered')
  await sees(desk, 'Account locked')
  assert((await desk.getByText(reason).count()) > 0, 'the log keeps the reason')
})
