import assert from 'node:assert/strict'
import { eventually, heading, expectVisible, expectHidden, showsBalance } from '#e2e/assertions.ts'
import { journey } from '#e2e/runner.ts'
import { choosePictures } from '#e2e/solve.ts'

journey('a bonus, a code and a challenge are paid, each once', async ({ world, visit }) => {
  await world.settings({ bonus_min_claims: 0 })
  const person = await world.person('takes_gifts')
  const { page } = await visit({ as: person })
  await page.goto('/app/bonus')
  await heading(page, 'Daily Bonus')
  const where = page.getByRole('group', { name: 'Select all matching images' })
  await choosePictures({ world, person, where })
  await page.getByRole('button', { name: 'Claim 50 units' }).click()
  await expectVisible(page, 'You received 50 units today')
  await showsBalance(page, 50)
  await page.reload()
  await expectVisible(page, 'You received 50 units today')
  await expectVisible(page, '1 day')

  const usual = { reward: 500, usesMax: 10, from: null, until: null, minLevel: 1, verifiedOnly: false, enabled: true }
  const fields = { ...usual, code: 'OTTERS', name: 'For otters' }
  await world.owner.api.admin.addCoupons({ body: fields, idempotencyKey: 'codes-for-otters' })
  await page.goto('/app/coupon')
  await page.getByLabel('Code').fill('otters')
  await page.keyboard.press('Enter')
  await expectVisible(page, 'You received 500 units')
  await showsBalance(page, 550)
  await page.getByRole('button', { name: 'Redeem another code' }).click()
  await page.getByLabel('Code').fill('OTTERS')
  await page.keyboard.press('Enter')
  await expectVisible(page, 'You’ve already redeemed this coupon.')

  const wanted = {
    kind: 'earn',
    period: 'once',
    requirement: 540,
    tokenReward: 70,
    enabled: true,
    position: 0,
  } as const
  await world.owner.api.admin.addChallenge({ body: wanted })
  await page.goto('/app/challenge')
  await page.getByRole('button', { name: 'Claim Earn 540 units' }).click()
  await showsBalance(page, 620)
  await expectHidden(page, 'Done 540 / 540')
  await eventually(async () => {
    const titles = await page.getByRole('heading', { level: 2 }).allTextContents()
    assert.equal(titles.at(-1), 'Earn 540 units', 'what is claimed stands last')
  })
})

journey('a banner of the own link is shown on other sites too', async ({ world, visit }) => {
  const { page } = await visit({ as: await world.person('brings_people') })
  await page.goto('/app/referral')
  await page.getByRole('img', { name: 'Referral link as QR code' }).waitFor()
  const code = await page.getByRole('textbox', { name: 'Code' }).inputValue()
  const picture = /src="([^"]+)"/.exec(code)?.[1] ?? ''
  const answer = await page.request.get(picture)
  assert.equal(answer.headers()['content-type'], 'image/svg+xml')
  assert.equal(answer.headers()['cross-origin-resource-policy'], 'cross-origin')
  assert.match(code, /r=brings_people"/)
})

journey('the bonus opens after three claims, and a device that had it asks nobody for pictures', async (gear) => {
  const { world, visit } = gear
  await world.settings({ bonus_min_claims: 3 })
  const first = await world.person('first_of_device')
  const { page } = await visit({ as: first })
  await page.goto('/app/bonus')
  await expectVisible(page, 'Make 3 more faucet claims to unlock it.')
  const where = page.getByRole('group', { name: 'Select all matching images' })
  assert.equal(await where.count(), 0)
  for (let claim = 0; claim < 3; claim++) await world.earn(first, { amount: 10 })
  await page.reload()
  await choosePictures({ world, person: first, where })
  await page.getByRole('button', { name: 'Claim 50 units' }).click()
  await showsBalance(page, 80)
  const second = await world.person('second_of_device')
  for (let claim = 0; claim < 3; claim++) await world.earn(second, { amount: 10 })
  await page.evaluate((token) => localStorage.setItem('token', token), second.token)
  await page.goto('/app/bonus')
  await expectVisible(page, /^Another account has claimed today.s bonus on this device/)
  assert.equal(await where.count(), 0)
  await world.settings({ bonus_min_claims: 0 })
})
