import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { eventually, expectUrl, expectVisible, showsBalance } from '#e2e/assertions.ts'
import { journey } from '#e2e/runner.ts'
import { addMethod, requestWithdrawal } from '#e2e/setup/fixtures.ts'
import { answerOf, checkOf, choosePictures, claimButton } from '#e2e/solve.ts'
import { password, type World } from '#e2e/world.ts'

/** Counts what a finger or a mouse presses, over all pages of one tab; typing presses nothing. */
const countTaps = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const count = (event: Event) => {
      if (event.isTrusted) sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps') ?? 0) + 1))
    }
    window.addEventListener('pointerdown', count, { capture: true })
  })
}

/** How many there were since it was last asked. */
const tapsOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const taps = Number(sessionStorage.getItem('taps') ?? 0)
    sessionStorage.removeItem('taps')
    return taps
  })

const phone = { width: 360, height: 740 }

/** Solves the check, and says how many pictures were to be pressed: two to four, three in the median. */
const solveCounted = async (page: Page, world: World, person: { readonly id: string }): Promise<number> => {
  const check = checkOf(page)
  const right = await answerOf({ world, person, family: 'image', shown: check.locator('.picture-tile') })
  await choosePictures({ world, person, where: check })
  return right.length
}

journey('with three pictures: from the form to the first claim in six taps, and again in four', async (gear) => {
  const { world, visit } = gear
  await world.settings({ faucet_timer: 5 })
  const { page } = await visit({ ...phone, fresh: true })
  await countTaps(page)
  await page.goto('/register')
  await page.getByLabel('Username').fill('few_taps')
  await page.getByLabel('Email address').fill('few_taps@example.com')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expectUrl(page, '/app/dashboard')
  await page.getByRole('link', { name: 'Make your first claim' }).click()
  const person = await world.db.read
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'few_taps')
    .executeTakeFirstOrThrow()
  const firstPictures = await solveCounted(page, world, person)
  await claimButton(page).click()
  await showsBalance(page, 30)
  const first = (await tapsOf(page)) - firstPictures
  assert.equal(first, 3, `${first} taps beside ${firstPictures} pictures to the first claim`)
  await claimButton(page).waitFor()
  const nextPictures = await solveCounted(page, world, person)
  await claimButton(page).click()
  await showsBalance(page, 60)
  const again = (await tapsOf(page)) - nextPictures
  assert.equal(again, 1, `${again} taps beside ${nextPictures} pictures to claim again`)
  await world.settings({ faucet_timer: 300 })
})

journey('a proven member claims by one tap', async ({ world, visit }) => {
  await world.settings({ captcha_every_proven: 1_000 })
  const person = await world.person('one_tap')
  const proven = { trust_level: 3, trust_on: new Date().toISOString().slice(0, 10), faucet_claim: 100 }
  await world.db.write((tx) => tx.updateTable('users').set(proven).where('id', '=', person.id).execute())
  const { page } = await visit({ as: person, ...phone, fresh: true })
  await countTaps(page)
  await page.goto('/app/faucet')
  await claimButton(page).click()
  await showsBalance(page, 30)
  assert.equal(await tapsOf(page), 1)
  await world.settings({ captcha_every_proven: 40 })
})

journey('to withdraw again takes two taps beside the pictures', async ({ world, visit }) => {
  await world.settings({ withdraw_min_answers: 0 })
  const fields = { name: 'Doge of taps', currency: 'DOGE', processor: 'sandbox', position: 9 } as const
  const method = await addMethod(world, fields)
  const person = await world.person('paid_before')
  await world.earn(person, { amount: 50_000 })
  const id = await requestWithdrawal(world, { person, method, amount: 2_000 })
  const { status } = await world.db.read
    .selectFrom('withdrawals')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (status === 'review') await world.owner.api.admin.approveWithdrawals({ body: { ids: [id] } })
  await eventually(async () => {
    const { totalItems } = await person.api.withdraw.history({ query: { page: '1', limit: '1', status: 'paid' } })
    assert.equal(totalItems, 1)
  })
  const { page } = await visit({ as: person, ...phone, fresh: true })
  await countTaps(page)
  await page.goto('/app/withdraw')
  await page.getByRole('button', { name: 'Continue' }).click()
  const check = checkOf(page)
  const right = await answerOf({ world, person, family: 'image', shown: check.locator('.picture-tile') })
  await choosePictures({ world, person, where: check })
  await page.getByRole('button', { name: /^Withdraw [\d,]+ units$/ }).click()
  await expectVisible(page.getByRole('main'), /^Withdrawal requested/)
  const taps = (await tapsOf(page)) - right.length
  assert(taps <= 2, `${taps} taps beside ${right.length} pictures`)
  await world.owner.api.admin.editMethod({ params: { id: method._id }, body: { enabled: false } })
})
