import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { eventually, showsBalance } from '#e2e/assertions.ts'
import { waitForIdle } from '#e2e/idle.ts'
import { journey } from '#e2e/runner.ts'
import { answerOf, checkOf, claimButton, choosePictures, solvePictures } from '#e2e/solve.ts'
import type { Person, World } from '#e2e/world.ts'

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

/** Looks at each frame how high the button of a claim stands, and keeps each change. */
const recordButton = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const tops: number[] = []
    Object.assign(window, { tops })
    const look = (): void => {
      const [button] = [...document.querySelectorAll('.claim-bar .button')].filter((one) => one.checkVisibility())
      const top = button && Math.round(button.getBoundingClientRect().top + window.scrollY)
      if (top !== undefined && top !== tops.at(-1)) tops.push(top)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

/** What of the page below its header has moved, as browsers count it (Cumulative Layout Shift). */
const recordShifts = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const shifts: { value: number; of: string[] }[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Not every library of types knows this entry.
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[]
        }
        const inMain = sources.filter(({ node }) => node?.parentElement?.closest('main'))
        const of = inMain.map(({ node, previousRect: { top: from }, currentRect: { top: to } }) => {
          return `${from} → ${to}: ${node?.outerHTML?.slice(0, 120) ?? ''}`
        })
        if (!hadRecentInput && of.length > 0) shifts.push({ value, of })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}
const shiftsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: { value: number; of: string[] }[] }).shifts)

journey('on slow 3G the pictures come once, stay, and keep what was tapped', async ({ world, visit }) => {
  const person = await world.person('slow_line')
  const { page, context } = await visit({ as: person, width: 360, height: 740, fresh: true })
  await recordPictures(page)
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', slow)
  await page.goto('/app/faucet', { waitUntil: 'commit' })
  const early = page.locator('#frame .picture-tile').first()
  await early.waitFor()
  await tapAt(page, early)
  assert.equal(await early.getAttribute('aria-pressed'), 'true', 'the tap is seen at once')
  assert.equal(await page.locator('#root .picture-tile').count(), 0, 'the tap came before the page could answer it')
  const check = checkOf(page)
  await check.waitFor({ timeout: 60_000 })
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

/** Somebody whose claims ask for no captcha. */
const provenPerson = async (world: World, username: string): Promise<Person> => {
  await world.settings({ captcha_every_proven: 1_000 })
  const person = await world.person(username)
  const proven = { trust_level: 3, trust_on: new Date().toISOString().slice(0, 10), faucet_claim: 100 }
  await world.db.write((tx) => tx.updateTable('users').set(proven).where('id', '=', person.id).execute())
  return person
}

journey('a proven member claims without a captcha, of which nothing flashes up', async ({ world, visit }) => {
  const person = await provenPerson(world, 'proven')
  const { page, context } = await visit({ as: person, width: 360, height: 740, fresh: true })
  await recordPictures(page)
  await recordButton(page)
  await recordShifts(page)
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', slow)
  await page.goto('/app/faucet', { waitUntil: 'commit' })
  await page.locator('#frame').getByText('No captcha this time').waitFor({ timeout: 60_000 })
  await page.locator('#root .claim-bar [aria-disabled="false"]').waitFor({ timeout: 60_000 })
  await line.send('Network.emulateNetworkConditions', { ...slow, latency: 0, downloadThroughput: -1 })
  await waitForIdle(page)
  assert.equal(await page.getByRole('button', { name: 'I can’t use images' }).count(), 0)
  const { seen, tops } = await page.evaluate(() => {
    const { seen: pictures, tops: heights } = window as unknown as { seen: unknown[]; tops: number[] }
    return { seen: pictures, tops: heights }
  })
  assert.deepEqual(seen, [], 'no pictures were ever seen')
  assert.equal(tops.length, 1, `the button stands where it stood first: ${JSON.stringify(tops)}`)
  assert.deepEqual(await shiftsOf(page), [])
  await page.getByRole('link', { name: 'Fewer captchas' }).click()
  await page.getByRole('heading', { name: 'About 1 in 1,000 claims asks for a captcha' }).waitFor()
  await page.getByText('Step 4 of 4').waitFor()
  await page.goBack()
  await claimButton(page).click()
  await showsBalance(page, 30)
  await world.settings({ captcha_every_proven: 40 })
})

for (const calm of [false, true]) {
  const how = calm ? ', without motion where that is wanted' : ''
  journey(`a newcomer is taught the rule in one line, twice and never again${how}`, async ({ world, visit }) => {
    const person = await world.person(calm ? 'taught_calmly' : 'taught')
    const { page } = await visit({ as: person, width: 360, height: 740, calm, fresh: true })
    await recordShifts(page)
    const lesson = page.locator('#root .lesson')
    for (const isShown of [true, true, false]) {
      await page.goto('/app/faucet')
      await checkOf(page).locator('.picture-tile').first().waitFor()
      await waitForIdle(page)
      assert.equal(await lesson.count(), isShown ? 1 : 0)
      const covers = await Promise.all((await checkOf(page).locator('.picture-tile').all()).map(coverOf))
      assert.deepEqual(covers.flat(), [], 'it lies beside the check')
      assert.deepEqual(await shiftsOf(page), [], 'nothing moves for it')
      if (isShown && calm)
        assert.equal(await lesson.evaluate((line) => line.getAnimations({ subtree: true }).length), 0)
    }
  })
}

journey('the button stands still although the check comes late, and its script later', async ({ world, visit }) => {
  const person = await world.person('late_script')
  const { page } = await visit({ as: person, width: 360, height: 740, fresh: true })
  await recordShifts(page)
  await page.route(/\/api\/(antibot|ct)\b/, (route) => pause(1_500).then(() => route.continue()))
  await page.route(/\/glance-[^/]+\.js$/, (route) => pause(4_000).then(() => route.continue()))
  await page.goto('/app/faucet')
  await checkOf(page).locator('.picture-tile').first().waitFor()
  await waitForIdle(page)
  assert.deepEqual(await shiftsOf(page), [])
})

/** From the first sight of a check to its reward, for somebody who has never met one. */
const FIRST_CHECK_MS = 15_000

journey('a newcomer solves the first check within 15 seconds of seeing it', async ({ world, visit }) => {
  const person = await world.person('first_check')
  const { page } = await visit({ as: person, width: 360, height: 740, fresh: true })
  await page.goto('/app/faucet')
  await checkOf(page).locator('.picture-tile').first().waitFor()
  const seenAt = await page.evaluate(() => performance.now())
  // Reading the sentence takes 250 words a minute, and each picture a look (assumed).
  await pause(3_500)
  const right = await answerOf({ world, person, family: 'image', shown: checkOf(page).locator('.picture-tile') })
  for (const [index, tile] of (await checkOf(page).locator('.picture-tile').all()).entries()) {
    await pause(1_000)
    if (right.includes(index)) await tile.click({ position: { x: 20 + 7 * index, y: 18 + 5 * index } })
  }
  await claimButton(page).click()
  await showsBalance(page, 30)
  const took = (await page.evaluate(() => performance.now())) - seenAt
  assert(took <= FIRST_CHECK_MS, `${Math.round(took)} ms from the first sight to the reward`)
})
