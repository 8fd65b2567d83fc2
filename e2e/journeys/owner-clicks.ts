import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { dismissToasts, eventually, expectUrl, expectVisible, heading, overflow, toast } from '#e2e/assertions.ts'
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

const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Saved views' }).getByRole('button', { name, exact: true })

/** Waits until the view is marked as the one that is shown, or as another one. */
const isCurrent = (page: Page, name: string, current: boolean): Promise<void> =>
  eventually(async () => assert.equal(await chip(page, name).getAttribute('aria-current'), current ? 'true' : null))

journey('a staff member saves the filters of a list, opens them on the phone, and deletes them', async (gear) => {
  const { world, visit } = gear
  const { page: desk } = await visit({ as: world.owner })
  await desk.goto('/app/admin/users')
  await heading(desk, 'Users')
  assert.equal(await desk.getByRole('button', { name: 'Save view' }).count(), 0, 'there is nothing to save yet')
  await desk.getByLabel('Status').selectOption('locked')
  await desk.getByRole('button', { name: 'Save view' }).press('Enter')
  await desk.getByRole('dialog', { name: 'Save view' }).getByLabel('Name').pressSequentially('Locked ones')
  await desk.keyboard.press('Enter')
  await toast(desk, 'Success', 'View “Locked ones” saved.')
  await isCurrent(desk, 'Locked ones', true)
  await eventually(async () => assert.ok(await chip(desk, 'Locked ones').evaluate((one) => one.matches(':focus'))))

  // A second one of the same name is refused by the dialog, which stays.
  await desk.getByLabel('Status').selectOption('active')
  await isCurrent(desk, 'Locked ones', false)
  await desk.getByRole('button', { name: 'Save view' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Save view' })
  await dialog.getByLabel('Name').fill('Locked ones')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByText('You already have a view named “Locked ones” of this list. Enter another name.').waitFor()
  await desk.keyboard.press('Escape')

  const { page: phone } = await visit({ as: world.owner, width: 360 })
  await dismissToasts(phone)
  await phone.goto('/app/admin/users')
  await chip(phone, 'Locked ones').click()
  await expectUrl(phone, '/app/admin/users?status=locked')
  await isCurrent(phone, 'Locked ones', true)
  await phone.reload()
  await isCurrent(phone, 'Locked ones', true)
  assert.deepEqual(await overflow(phone), [])
  await phone.getByRole('button', { name: 'Manage saved views' }).click()
  await phone.getByRole('button', { name: 'Delete (Locked ones)' }).click()
  const question = phone.getByRole('dialog', { name: 'Delete view “Locked ones”?' })
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await chip(phone, 'Locked ones').waitFor({ state: 'detached' })
  await expectUrl(phone, '/app/admin/users?status=locked')
  await desk.reload()
  await heading(desk, 'Users')
  await desk.getByRole('button', { name: 'Save view' }).waitFor()
  assert.equal(await chip(desk, 'Locked ones').count(), 0, 'it is gone everywhere')
})
