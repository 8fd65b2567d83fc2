import assert from 'node:assert/strict'
import { defaults } from '@runnel/contract/settings/settings'
import type { Page } from 'playwright-core'
import { expectUrl, eventually, heading, expectVisible, showsBalance, expectTitle, toast } from '#e2e/assertions.ts'
import { waitForIdle } from '#e2e/idle.ts'
import { journey } from '#e2e/runner.ts'
import { addMethod, places } from '#e2e/setup/fixtures.ts'
import { claimButton, solvePictures } from '#e2e/solve.ts'

/** Sends a claim; the proof of work of somebody new who guesses takes its time on a slow machine. */
const send = async (page: Page): Promise<void> => {
  await claimButton(page).click()
  await page.getByText('Verifying…').waitFor({ state: 'hidden', timeout: 120_000 })
}

journey('wrong pictures bring new ones and cost no wait; three times is a break', async ({ world, visit }) => {
  await world.settings({ faucet_timer: 300 })
  const person = await world.person('guesser')
  const { page } = await visit({ as: person })
  await page.goto('/app/faucet')
  for (const round of [1, 2]) {
    const tile = page.getByRole('button', { name: 'Image 1 of 6' })
    await solvePictures({ page, world, person, wrong: true })
    const before = await tile.locator('img').getAttribute('src')
    await send(page)
    await expectVisible(page.getByRole('main'), /^Wrong answer\./)
    if (round === 1)
      await eventually(async () => assert.notEqual(await tile.locator('img').getAttribute('src'), before))
    // After two wrong answers in a row the click order is asked for.
    else await page.getByRole('button', { name: 'Image 1 of 5' }).waitFor()
    assert.equal(await page.getByRole('timer').count(), 0, 'no wait began')
  }
  await solvePictures({ page, world, person, wrong: true })
  await send(page)
  await expectUrl(page, '/app/wait')
  await expectTitle(page, /Cooldown · Runnel$/)
  await expectVisible(page.getByRole('main'), /Several wrong answers in a row/)
  await expectVisible(page.getByRole('timer'), /^00:[0-3]\d$/)
  // Until then nothing else is open, and nobody is sent in circles; a slow machine may need more than its half minute.
  const longer = { cooldown_until: new Date(Date.now() + 600_000) }
  await world.db.write((tx) => tx.updateTable('users').set(longer).where('id', '=', person.id).execute())
  await page.goto('/app/faucet')
  await expectUrl(page, '/app/wait')
  const rest = { cooldown_until: new Date(Date.now() + 2_000) }
  await world.db.write((tx) => tx.updateTable('users').set(rest).where('id', '=', person.id).execute())
  await page.reload()
  await page
    .getByRole('main')
    .getByRole('link', { name: /faucet|continue|back/i })
    .first()
    .click()
  await heading(page, 'Faucet')
  await page.getByRole('button', { name: 'Image 1 of 5' }).waitFor()
})

journey('a whole claim by keyboard alone', async ({ world, visit }) => {
  const person = await world.person('keys_only')
  const { page } = await visit({ as: person })
  await page.goto('/app/dashboard')
  await waitForIdle(page)
  await page.keyboard.press('Tab')
  await expectVisible(page, 'Skip to content')
  // Tab reaches every link; the one to the faucet is opened by Enter.
  await tabTo(page, 'Faucet')
  await page.keyboard.press('Enter')
  await heading(page, 'Faucet')
  await solvePictures({ page, world, person, byKeys: true })
  await tabTo(page, /^Claim 30 units$/)
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('main'), '+30 units')
  await showsBalance(page, 30)
  // Whoever hears the page goes on at the reward, not at its beginning.
  await eventually(async () => assert.match(await focusedText(page), /\+30 units/))
})

journey('somebody who is blind claims and withdraws on the first day, by keyboard alone', async ({ world, visit }) => {
  const method = { name: 'Doge for readers', currency: 'DOGE', processor: 'sandbox', position: 9 } as const
  const { _id: id } = await addMethod(world, method, { minimum: 20, fee: 0 })
  // What comes with Runnel: nothing is lowered for them, and a person pays them.
  await world.settings({ withdraw_min_answers: defaults.withdraw_min_answers })
  const person = await world.person('no_eyes')
  const { page } = await visit({ as: person })
  await page.goto('/app/faucet')
  await page.getByRole('button', { name: 'Image 1 of 6' }).waitFor()
  await tabTo(page, 'I can’t use images')
  await page.keyboard.press('Enter')
  await toast(page, 'Success', 'Accessibility mode is on.')
  // How long it works is the machine's matter, and others may keep that busy too.
  await expectVisible(page.getByRole('main'), 'Verified', { withinMs: 120_000 })
  assert.equal(await page.locator('.picture-tile').count(), 0)
  await tabTo(page, /^Claim 30 units$/)
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('main'), '+30 units')
  await page.goto('/app/withdraw')
  await waitForIdle(page)
  await tabTo(page, /Doge for readers/)
  await page.keyboard.press('Space')
  await tabTo(page, /^Your Doge for readers address/)
  await page.keyboard.type(places.DOGE)
  await tabTo(page, /^Amount in units/)
  await page.keyboard.type('30')
  await tabTo(page, 'Continue')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('main'), 'Review your withdrawal')
  await expectVisible(page.getByRole('main'), 'The first withdrawal of a new account is reviewed manually.')
  await expectVisible(page.getByRole('main'), 'Verified', { withinMs: 120_000 })
  await tabTo(page, 'Withdraw 30 units')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('main'), 'Withdrawal requested: 30 units')
  await showsBalance(page, 0)
  // The next journeys of this site start from their own minimum.
  await world.owner.api.admin.editMethod({ params: { id }, body: { enabled: false } })
})

journey('a claim lost on the way is sent again and paid once', async ({ world, visit }) => {
  const person = await world.person('in_a_tunnel')
  const { page, context } = await visit({ as: person })
  await page.goto('/app/faucet')
  await solvePictures({ page, world, person })
  let lost = 0
  await context.route('**/api/faucet', async (route) => {
    // The server is reached, but its answer is not.
    if (route.request().method() !== 'POST' || lost++ > 0) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await claimButton(page).click()
  await expectVisible(page, 'We couldn’t confirm your claim')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectVisible(page.getByRole('main'), '+30 units')
  await showsBalance(page, 30)
  const { count } = await world.db.read
    .selectFrom('day_counters')
    .select((row) => row.fn.sum<number>('count').as('count'))
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  assert.equal(Number(count), 1)
})

/** Presses Tab until something of this name has the focus, as somebody without a mouse does. */
const tabTo = async (page: Page, name: string | RegExp): Promise<void> => {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab')
    const text = (await focusedName(page)).trim()
    if (typeof name === 'string' ? text === name : name.test(text)) return
  }
  throw new Error(`Tab never came to ${name}.`)
}

/** What a screen reader calls it. */
const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element } = document
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    return element?.ariaLabel ?? labels[0]?.textContent ?? element?.textContent ?? ''
  })

const focusedText = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '')

journey('pictures of a check are wide and sharp on every screen, and stay enlarged', async ({ world, visit }) => {
  const person = await world.person('small_screen')
  const { page } = await visit({ as: person })
  const tile = page.locator('.picture-tile').first()
  const widthAt = async (width: number): Promise<number> => {
    await page.setViewportSize({ width, height: 800 })
    return Math.round((await tile.locator('img').boundingBox())?.width ?? 0)
  }
  await page.goto('/app/faucet')
  await page.getByRole('button', { name: 'Image 6 of 6' }).waitFor()
  await waitForIdle(page)
  const widths = [await widthAt(320), await widthAt(360), await widthAt(1_280)]
  for (const [index, least] of [128, 145, 145].entries()) {
    assert.ok((widths[index] ?? 0) >= least, `at least ${least} px wide: ${widths.join(', ')}`)
  }
  assert.equal(await tile.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth), 290)
  const before = await tile.locator('img').getAttribute('src')
  await page.getByRole('button', { name: 'Enlarge' }).click()
  assert.equal(await tile.locator('img').getAttribute('src'), before, 'the same bytes')
  await page.reload()
  await page.locator('.picture-grid-large').waitFor()
})
