import assert from 'node:assert/strict'
import { expectVisible, heading, toast } from '#e2e/assertions.ts'
import { journey } from '#e2e/runner.ts'
import { requestWithdrawal } from '#e2e/setup/fixtures.ts'

/** From the overview to approved: the bar of the owner's daily job. */
const CLICKS_MOST = 4
/** Nothing ties these two, neither their addresses nor their mail. */
const strangers = [
  ['swift_swan', 'D98vPHui1bxG9xPKpyyzRBv4BgkSsdc7sY'],
  ['still_stork', 'DBXu2kgc3xtvCUWFcxFE3r9hEYgmuaaCyD'],
] as const

journey('all that wait without flags are approved in four clicks', async ({ world, visit }) => {
  const before = (await world.owner.api.admin.settings()).settings
  await world.settings({ withdraw_min_answers: 0, payout_auto_max: 0 })
  const fields = { currency: 'DOGE', name: 'Doge of the day', processor: 'manual', rate: '20000', decimals: 8 } as const
  const { method } = await world.owner.api.admin.addMethod({
    body: {
      ...fields,
      rateSource: 'fixed',
      options: {},
      minimum: 1_000,
      maximum: 1_000_000,
      fee: 0,
      enabled: true,
      position: 9,
    },
  })
  const ids: string[] = []
  for (const [name, address] of strangers) {
    const person = await world.person(name)
    // A rare mail host would tie them to each other.
    await world.db.write((tx) =>
      tx
        .updateTable('users')
        .set({ email_key: `${name}@gmail.com` })
        .where('id', '=', person.id)
        .execute(),
    )
    await world.earn(person, { amount: 20_000 })
    ids.push(await requestWithdrawal(world, { person, method, amount: 5_000, address }))
  }
  // Who has just signed in: once ten minutes have passed, money asks for the password, which comes on top.
  const { page } = await visit({ as: { ...world.owner, token: await world.anotherSession(world.owner) } })
  await page.goto('/app/admin/overview')
  await heading(page, 'Overview')
  await page.evaluate(() => {
    Object.assign(window, { clicks: 0 })
    window.addEventListener('click', () => Object.assign(window, { clicks: Number(Object(window).clicks) + 1 }), true)
  })
  await page
    .getByRole('main')
    .getByRole('link', { name: /Withdrawals to review/ })
    .click()
  await heading(page, 'Withdrawals')
  await page.getByRole('button', { name: /^Select \d+ without flags$/ }).click()
  await page.getByRole('button', { name: /^Approve \d+$/ }).click()
  await expectVisible(page.getByRole('dialog'), /Sent payouts can’t be reversed\./)
  await page.getByRole('button', { name: 'Approve and pay' }).click()
  await toast(page, 'Success', /approved/)
  const clicks = await page.evaluate(() => Number(Object(window).clicks))
  assert.ok(clicks <= CLICKS_MOST, `it took ${clicks} clicks`)
  const { items } = await world.owner.api.admin.withdrawals({ query: { status: 'review' } })
  for (const id of ids) assert(!items.some(({ _id }) => _id === id), 'none of the two waits any more')
  const { withdraw_min_answers, payout_auto_max } = before
  await world.settings({ withdraw_min_answers, payout_auto_max })
  await world.owner.api.admin.editMethod({ params: { id: method._id }, body: { enabled: false } })
})
