import assert from 'node:assert/strict'
import { digestPlan } from '@runnel/server/src/features/digest/digest.job.ts'
import { eventually, expectVisible, heading } from '#e2e/assertions.ts'
import { mailedLink, mailedText } from '#e2e/mail.ts'
import { journey } from '#e2e/runner.ts'

journey('a member gets a summary of what happened, and ends it from the mail', async ({ world, visit }) => {
  const person = await world.person('summed_up')
  const { page } = await visit({ as: person })
  await page.goto('/app/account#mails')
  await page.getByLabel('Email summary').selectOption('Daily')
  await eventually(async () => assert.deepEqual(await person.api.digest.rate(), { rate: 'daily' }))
  const reason = 'A payout that got lost'
  await world.owner.api.admin.adjustUser({
    params: { id: person.id },
    body: { account: 'main', amount: 1_250, reason },
  })

  // A day later: what was chosen and what happened is of yesterday, and it is morning.
  const yesterday = "now() - interval '1 day'"
  await world.db.raw(`UPDATE mail_digests SET since = ${yesterday}, due_at = now() WHERE user_id = $1`, [person.id])
  await world.db.raw(`UPDATE notifications SET created_at = now() - interval '1 hour' WHERE user_id = $1`, [person.id])
  await world.soon(digestPlan)
  const letter = await mailedText(world, { to: person.email, holds: 'List-Unsubscribe=One-Click' })
  for (const words of ['Your balance was adjusted', `1,250 units: ${reason}`, 'Your balance: 1,250 units']) {
    assert.ok(letter.includes(words), `the mail says “${words}”`)
  }

  const { page: elsewhere } = await visit()
  await elsewhere.goto(await mailedLink(world, { to: person.email, page: 'unsubscribe' }))
  await heading(elsewhere, 'Email summary')
  assert.deepEqual(await person.api.digest.rate(), { rate: 'daily' }, 'opening the link ends nothing')
  await elsewhere.getByRole('button', { name: 'Turn off summary' }).click()
  await expectVisible(elsewhere, 'The email summary is off.')
  assert.deepEqual(await person.api.digest.rate(), { rate: 'never' })
  await page.reload()
  await eventually(async () => assert.equal(await page.getByLabel('Email summary').inputValue(), 'never'))
})
