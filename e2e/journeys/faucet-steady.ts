import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { eventually, showsBalance } from '#e2e/assertions.ts'
import { waitForIdle } from '#e2e/browser.ts'
import { journey } from '#e2e/runner.ts'
import { answerOf, checkOf, claimButton, choosePictures, solvePictures } from '#e2e/solve.ts'

/** Slow 3G as a phone meets it: 320 kbit/s, and 0.6 s to the server and back. */
const slow = { offline: false, latency: 600, downloadThroughput: 40_000, uploadThroughput: 40_000 }

/** Looks at each frame whether the pictures of a check can be seen, and keeps each change. */
const recordPictures = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const seen: [at: number, isShown: boolean][] = []
    Object.assign(window, { seen })
    const look = (): void => {
      const images = [...document.querySelectorAll<HTMLImageElement>('.picture-tile img')]
      const isShown = images.some((image) => image.checkVisibility() && image.complete && image.naturalWidth > 100)
      if (isShown !== (seen.at(-1)?.[1] ?? false)) seen.push([Math.round(performance.now()), isShown])
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

journey('on slow 3G the pictures come once, stay, and keep what was tapped', async ({ world, visit }) => {
  const person = await world.person('slow_line')
  const { page, context } = await visit({ as: person, width: 360, height: 740 })
  await recordPictures(page)
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', slow)
  await page.goto('/app/faucet', { waitUntil: 'commit' })
  const early = page.locator('#frame .picture-tile').first()
  await early.waitFor()
  await tapAt(page, early)
  const tappedAt = await page.evaluate(() => performance.now())
  assert.equal(await early.getAttribute('aria-pressed'), 'true', 'the tap is seen at once')
  const check = checkOf(page)
  await check.waitFor({ timeout: 60_000 })
  const later = (await page.evaluate(() => performance.now())) - tappedAt
  assert(later > 2_000, `the tap came ${Math.round(later)} ms before the page could answer it`)
  const tapped = check.locator('.picture-tile').first()
  assert.equal(await tapped.getAttribute('aria-pressed'), 'true', 'the tap counts')
  const seen = await page.evaluate(() => (window as unknown as { seen: [number, boolean][] }).seen)
  assert.equal(seen.length, 1, `the pictures came once and stayed: ${JSON.stringify(seen)}`)
  await line.send('Network.emulateNetworkConditions', { ...slow, latency: 0, downloadThroughput: -1 })
  const right = await answerOf({ world, person, family: 'image', shown: check.locator('.picture-tile') })
  if (!right.includes(0)) await tapped.click()
  await choosePictures({ world, person, where: check, without: [0] })
  await claimButton(page).click()
  await showsBalance(page, 30)
})

/** As a finger does: what lies there need not be able to answer yet. */
const tapAt = async (page: Page, place: Locator): Promise<void> => {
  const box = await place.boundingBox()
  assert(box, 'the picture has a place')
  await page.mouse.move(box.x + 30, box.y + 20)
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

/** Whatever lies over one of its corners or its middle once it was scrolled to. */
const coverOf = (place: Locator): Promise<string[]> =>
  place.evaluate((element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const points = [left + 6, (left + right) / 2, right - 6].flatMap((x) =>
      [top + 6, (top + bottom) / 2, bottom - 6].map((y) => document.elementFromPoint(x, y)),
    )
    return points
      .filter((found) => found === null || !(element.contains(found) || found.contains(element)))
      .map((found) => found?.outerHTML.slice(0, 120) ?? 'outside of the window')
  })

const windows = {
  'in landscape': { width: 740, height: 360 },
  // A window of 1280 by 800 at 200 %.
  'at 200 % zoom': { width: 640, height: 400 },
  'on a small phone': { width: 360, height: 640 },
} as const

for (const [name, size] of Object.entries(windows)) {
  journey(`nothing lies over the check ${name}, also after a wrong answer`, async ({ world, visit }) => {
    const person = await world.person(`window_${size.width}`)
    const { page } = await visit({ as: person, ...size })
    await page.goto('/app/faucet')
    await checkOf(page).waitFor()
    const covered = async (): Promise<string[]> => {
      await waitForIdle(page)
      const check = checkOf(page)
      const parts = [
        check.locator('.picture-strip'),
        ...(await check.locator('.picture-tile').all()),
        claimButton(page),
      ]
      const covers = await Promise.all(parts.map(coverOf))
      return covers.flat()
    }
    assert.deepEqual(await covered(), [])
    const before = await checkOf(page).locator('.picture-strip').getAttribute('src')
    await solvePictures({ page, world, person, wrong: true })
    await claimButton(page).click()
    await eventually(async () =>
      assert.notEqual(await checkOf(page).locator('.picture-strip').getAttribute('src'), before),
    )
    assert.equal(
      await page.getByText('Wrong answer. Try again with the new images.').filter({ visible: true }).count(),
      1,
    )
    assert.deepEqual(await covered(), [])
  })
}

journey('a proven member claims without a captcha, of which nothing flashes up', async ({ world, visit }) => {
  await world.settings({ captcha_every_proven: 1_000 })
  const person = await world.person('proven')
  const proven = { trust_level: 3, trust_on: new Date().toISOString().slice(0, 10), faucet_claim: 100 }
  await world.db.write((tx) => tx.updateTable('users').set(proven).where('id', '=', person.id).execute())
  const { page } = await visit({ as: person, width: 360, height: 740 })
  await recordPictures(page)
  await page.goto('/app/faucet')
  await page.getByText('No captcha this time').waitFor()
  assert.equal(await page.getByRole('button', { name: 'I can’t use images' }).count(), 0)
  const seen = await page.evaluate(() => (window as unknown as { seen: [number, boolean][] }).seen)
  assert.deepEqual(seen, [], 'no pictures were ever seen')
  await page.getByRole('link', { name: 'Fewer captchas' }).click()
  await page.getByRole('heading', { name: 'About 1 in 1,000 claims asks for a captcha' }).waitFor()
  await page.getByText('Step 4 of 4').waitFor()
  await page.goBack()
  await claimButton(page).click()
  await showsBalance(page, 30)
  await world.settings({ captcha_every_proven: 40 })
})
