import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import {
  expectUrl,
  eventually,
  heading,
  expectVisible,
  expectHidden,
  showsBalance,
  expectTitle,
  toast,
} from '#e2e/assertions.ts'
import { waitForIdle } from '#e2e/idle.ts'
import { mailedLink } from '#e2e/mail.ts'
import { journey } from '#e2e/runner.ts'
import { addMethod, places } from '#e2e/setup/fixtures.ts'
import { choosePictures, claimButton, solvePictures } from '#e2e/solve.ts'
import { password, type World } from '#e2e/world.ts'

const clockOf = async (page: Page): Promise<number> => {
  const [minutes = '', seconds = ''] = (await page.getByRole('timer').innerText()).split(/[:\s]/)
  return Number(minutes) * 60 + Number(seconds)
}

/** From the home page to an account whose address is verified. */
const register = async (page: Page, world: World, name: string): Promise<{ id: string }> => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Create free account' }).first().click()
  await expectTitle(page, 'Create account · Runnel')
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Email address').fill(`${name}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expectUrl(page, '/app/dashboard')
  await toast(page, 'Success', `Welcome, ${name}!`)
  await page.goto(await mailedLink(world, { to: `${name}@example.com`, page: 'active' }))
  await expectVisible(page, 'Email verified')
  await page.getByRole('link', { name: 'Go to dashboard' }).click()
  await expectUrl(page, '/app/dashboard')
  return world.db.read.selectFrom('users').select('id').where('username', '=', name).executeTakeFirstOrThrow()
}

const signInAsOwner = async (desk: Page, world: World): Promise<void> => {
  await desk.goto('/app/admin/settings')
  await expectUrl(desk, '/login?redirect=/app/admin/settings')
  await desk.getByLabel('Username or email').fill(world.owner.username)
  await desk.getByLabel('Password', { exact: true }).fill(world.ownerPassword)
  await desk.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expectUrl(desk, '/app/admin/settings')
}

/** The owner makes the wait short, asks no history of newcomers, and opens a way to be paid. */
const setUp = async (desk: Page): Promise<void> => {
  const tab = (name: string) => desk.getByRole('tab', { name }).click()
  await tab('Faucet')
  await desk.getByLabel('Faucet timer (seconds)').fill('5')
  await tab('Payouts')
  await desk.getByLabel('Captchas solved before the first withdrawal').fill('0')
  await desk.getByLabel('Or days since the first captcha').fill('0')
  const bar = desk.getByRole('region', { name: 'Unsaved changes' })
  await expectVisible(bar, '3 unsaved changes')
  await bar.getByRole('button', { name: 'Save' }).click()
  await toast(desk, 'Success', 'Saved.')
  await tab('Withdrawal methods')
  await desk.getByRole('button', { name: 'Add method' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Currency' }).fill('DOGE')
  await dialog.getByRole('option', { name: /^DOGE/ }).click()
  await dialog.getByLabel('Units per DOGE').fill('0')
  await dialog.getByLabel('Minimum (units)').fill('80')
  await dialog.getByLabel('Maximum (units)').fill('5000')
  await dialog.getByLabel('Fee (units)').fill('10')
  await dialog.getByLabel('Sandbox (no real payments)').click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectVisible(dialog, /^Enter a number above 0/)
  await dialog.getByLabel('Units per DOGE').fill('10000')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(desk, 'Success', 'Withdrawal method added.')
  await tab('Audit')
  await expectVisible(desk.getByRole('table', { name: 'Changes' }), /Faucet timer \(seconds\)/)
}

const claim = async (page: Page, world: World, person: { id: string }): Promise<void> => {
  await solvePictures({ page, world, person })
  await claimButton(page).click()
  await expectVisible(page.getByRole('main'), '+30 units')
}

journey('from the front door to a payout that everybody sees', async ({ world, visit }) => {
  const { page } = await visit()
  const { page: desk } = await visit()
  const person = await register(page, world, 'river')

  // The first claim: paid at once, seen at once, and then there is a wait that a reload does not shorten.
  await page.getByRole('link', { name: 'Make your first claim' }).click()
  await heading(page, 'Faucet')
  await expectTitle(page, 'Ready · Faucet · Runnel')
  await showsBalance(page, 0)
  await claim(page, world, person)
  await showsBalance(page, 30)
  await expectVisible(page.getByRole('main'), '+30 units')
  const left = await clockOf(page)
  assert(left > 240 && left <= 300, `the whole wait runs, not ${left} s`)
  await expectTitle(page, /^0[45]:\d\d · Faucet · Runnel$/)
  await page.reload()
  const afterReload = await eventually(() => clockOf(page))
  assert(afterReload <= left && afterReload > left - 60, `the wait goes on: ${left} s, then ${afterReload} s`)
  assert.equal(await claimButton(page).count(), 0)
  const { status } = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('token')}` }
    return fetch('/api/faucet', { method: 'POST', headers, body: '{"antibot":{"id":"x"}}' }).then((answer) => ({
      status: answer.status,
    }))
  })
  assert(status === 400 || status === 409, `a claim again is refused, not ${status}`)

  // The owner opens a way to be paid and makes the wait short.
  await signInAsOwner(desk, world)
  await setUp(desk)

  // Two more claims reach the minimum.
  await page.goto('/app/withdraw')
  await expectVisible(page.getByRole('main'), '50 units to go')
  await page.getByRole('main').getByRole('link', { name: 'Earn from the faucet' }).click()
  await claim(page, world, person)
  await showsBalance(page, 60)
  await claimButton(page).waitFor()
  await claim(page, world, person)
  await showsBalance(page, 90)

  // The withdrawal: told before it is asked for.
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Withdraw' }).click()
  await heading(page, 'Withdraw')
  await page.getByLabel('Your Dogecoin address').fill('not an address')
  await page.getByLabel('Amount in units').fill('90')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectVisible(page.getByRole('main'), /^Invalid DOGE address/)
  await page.getByLabel('Your Dogecoin address').fill(places.DOGE)
  await expectVisible(page.getByRole('main'), '0.008 DOGE')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectVisible(page.getByRole('main'), 'Review your withdrawal')
  await expectVisible(page.getByRole('main'), places.DOGE)
  await expectVisible(page.getByRole('main'), 'This withdrawal needs manual review.')
  const pictures = page.getByRole('group', { name: 'Select all matching images' })
  await choosePictures({ world, person, where: pictures })
  await page.getByRole('button', { name: 'Withdraw 90 units' }).click()
  await expectVisible(page.getByRole('main'), 'Withdrawal requested: 90 units')
  await showsBalance(page, 0)

  // The owner sees it, looks, and approves; the system pays.
  const menu = desk.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('button', { name: 'Money' }).click()
  await menu.getByRole('link', { name: 'Withdrawals' }).click()
  await heading(desk, 'Withdrawals')
  await desk.getByRole('button', { name: 'Details of river' }).click()
  await expectVisible(desk.getByRole('dialog'), places.DOGE)
  await desk.getByRole('dialog').getByRole('button', { name: 'Approve (river)' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Approve and pay' }).click()
  await toast(desk, 'Success', /approved/)

  // The user learns of it without doing anything, and everybody may see the proof.
  const history = page.getByRole('table', { name: 'Your withdrawals' })
  await expectVisible(history, 'Paid')
  const { tx_id: txId } = await world.db.read
    .selectFrom('withdrawals')
    .select('tx_id')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  const shown = txId ?? 'no transaction'
  await expectVisible(history, shown)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expectVisible(page.getByRole('dialog', { name: 'Notifications' }), 'Withdrawal paid')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: /^Balance: / }).click()
  await heading(page, 'Account')
  const statement = page.getByRole('table', { name: 'Statement' })
  await expectVisible(statement, '-90 units')
  await expectVisible(statement, '+30 units')
  const { page: stranger } = await visit({ width: 360 })
  await eventually(async () => {
    await stranger.goto('/')
    assert.equal(await stranger.getByText(shown).count(), 1, 'the payout stands on the home page')
  })
})

journey('a rejected withdrawal is told why and given back', async ({ world, visit }) => {
  await world.settings({ withdraw_min_answers: 0, faucet_timer: 300 })
  await addMethod(world, { name: 'Ether by hand', currency: 'ETH', processor: 'manual', position: 2 })
  const person = await world.person('patient_pike')
  await world.earn(person, { amount: 5_000 })
  const { page } = await visit({ as: person, width: 360 })
  const { page: desk } = await visit({ as: world.owner })
  await page.goto('/app/withdraw')
  await ask(page, world, person, { method: 'Ether by hand', address: places.ETH, amount: 2_000 })
  await showsBalance(page, 3_000)
  await desk.goto('/app/admin/withdrawals?username=patient_pike')
  await desk.getByRole('button', { name: 'Reject (patient_pike)' }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Reject and refund' }).click()
  await expectVisible(dialog, 'Enter a reason of 3 to 300 characters. The user will see it.')
  await dialog.getByLabel('Reason').fill('Please use an address of your own.')
  await dialog.getByRole('button', { name: 'Reject and refund' }).click()
  await toast(desk, 'Success', /rejected and refunded/)
  await showsBalance(page, 5_000)
  const history = page.getByRole('table', { name: 'Your withdrawals' })
  await expectVisible(history, 'Rejected')
  await expectVisible(history, 'Please use an address of your own.')

  // The second one is paid by a person, who writes down by which transaction.
  await page.reload()
  await ask(page, world, person, { method: 'Ether by hand', address: places.ETH, amount: 1_000 })
  await desk.reload()
  await desk.getByRole('button', { name: 'Approve (patient_pike)' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Approve and pay' }).click()
  await desk.getByRole('button', { name: 'Mark as paid (patient_pike)' }).click()
  await expectVisible(dialog, places.ETH)
  await dialog.getByLabel('Transaction ID').fill('0x5e1f0000000000000000000000000000000000000000000000000000abcdef')
  await dialog.getByRole('button', { name: 'Mark as paid' }).click()
  await toast(desk, 'Success', 'Marked as paid.')
  await expectVisible(history, 'Paid')
  await expectVisible(history, '0x5e1f0000000000000000000000000000000000000000000000000000abcdef')
  await showsBalance(page, 4_000)
  await expectHidden(history, 'In review')
  await waitForIdle(page)
})

interface Wish {
  readonly method: string
  readonly address: string
  readonly amount: number
}

const ask = async (page: Page, world: World, person: { id: string }, wish: Wish): Promise<void> => {
  const { method, address, amount } = wish
  await page.getByRole('radio', { name: method }).click()
  await page.getByLabel(`Your ${method} address`).fill(address)
  await page.getByLabel('Amount in units').fill(String(amount))
  await page.getByRole('button', { name: 'Continue' }).click()
  const pictures = page.getByRole('group', { name: 'Select all matching images' })
  await choosePictures({ world, person, where: pictures })
  // Twice, as taps on a slow phone arrive: it is sent once.
  await page.getByRole('button', { name: /^Withdraw [\d,]+ units$/ }).dblclick()
  await expectVisible(page.getByRole('main'), /^Withdrawal requested/)
}
