import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { eventually, expectTitle, expectVisible, heading, showsBalance } from '#e2e/assertions.ts'
import { waitForIdle } from '#e2e/idle.ts'
import { journey } from '#e2e/runner.ts'
import { claimButton, solvePictures } from '#e2e/solve.ts'

const strip = 'You’re offline. Pages you’ve opened still work; nothing can be sent.'

/** Until the site's worker stands between the page and the network, and has the files that came before it. */
const waitForWorker = async (page: Page): Promise<void> => {
  await page.mouse.click(5, 300)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await eventually(async () => {
    const paths = await keptPaths(page)
    assert(paths.includes('/app/offline') && paths.length > 10, paths.join())
  })
}

const keptPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

journey('flight mode in the middle of a claim loses neither the claim nor its input', async ({ world, visit }) => {
  const person = await world.person('in_flight')
  const { page, context } = await visit({ as: person, serviceWorker: true })
  await page.goto('/app/faucet')
  await waitForIdle(page)
  await waitForWorker(page)
  await solvePictures({ page, world, person })
  await context.setOffline(true)
  await expectVisible(page, strip)
  await claimButton(page).click()
  await expectVisible(page, 'We couldn’t confirm your claim', { withinMs: 120_000 })
  await context.setOffline(false)
  await expectVisible(page.getByRole('main'), '+30 units')
  await showsBalance(page, 30)
  await page.reload()
  await showsBalance(page, 30)
})

journey('pages that were opened open without a network, and nothing of a member is kept', async ({ world, visit }) => {
  const person = await world.person('under_ground')
  const { page, context } = await visit({ as: person, serviceWorker: true })
  await page.goto('/app/dashboard')
  await waitForIdle(page)
  await waitForWorker(page)
  await page.getByRole('link', { name: 'Faucet' }).first().click()
  await heading(page, 'Faucet')
  await page.goto('/terms-of-service')
  await context.setOffline(true)
  for (const [address, title] of [
    ['/app/faucet', 'Faucet'],
    ['/app/dashboard', 'Dashboard'],
  ] as const) {
    await page.goto(address)
    await expectTitle(page, new RegExp(`^${title}`))
    await expectVisible(page, strip)
    await heading(page, title)
  }
  await page.goto('/terms-of-service')
  await heading(page, 'Terms of service')
  await page.goto('/app/withdraw')
  await expectVisible(page, 'This page isn’t available offline')
  await context.setOffline(false)
  await heading(page, 'Withdraw')
  const paths = await keptPaths(page)
  assert.deepEqual(
    paths.filter((path) => path.startsWith('/api')),
    [],
  )
  const texts = await page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(
      names.map(async (name) => {
        const cache = await caches.open(name)
        const kept = await cache.matchAll()
        return Promise.all(kept.map((response) => response.text()))
      }),
    )
    return all.flat()
  })
  assert(texts.length > 10)
  for (const secret of [person.username, person.id, person.token]) {
    assert(!texts.some((text) => text.includes(secret)), `the caches hold ${secret}`)
  }
})

journey('a form that is refused without a network keeps what was typed', async ({ world, visit }) => {
  const person = await world.person('typed_a_lot')
  const { page, context } = await visit({ as: person })
  await page.goto('/app/coupon')
  await waitForIdle(page)
  await page.getByRole('textbox').first().fill('SUMMER-2026')
  await context.setOffline(true)
  await page.getByRole('button', { name: /redeem/i }).click()
  await expectVisible(page, 'You’re offline. Try again when you’re connected.')
  assert.equal(await page.getByRole('textbox').first().inputValue(), 'SUMMER-2026')
})

journey('a new version is told, waits for a form, and comes with the next page', async ({ world, visit }) => {
  const person = await world.person('updated')
  const { page } = await visit({ as: person, serviceWorker: true })
  await page.goto('/app/coupon')
  await waitForIdle(page)
  await waitForWorker(page)
  await page.evaluate(() => document.documentElement.classList.add('old-page'))
  // Another address of the worker is another worker to the browser, as that of another build is.
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js?build=next').then(() => undefined))
  await expectVisible(page, 'A new version is ready.')
  await page.getByRole('button', { name: 'Update now' }).waitFor()
  await page.getByRole('textbox').first().fill('HALF-TYPED')
  await expectVisible(page, 'A new version is ready. It loads with the next page you open.')
  assert.equal(await page.getByRole('button', { name: 'Update now' }).count(), 0, 'nobody loses a form by a press')
  assert.equal(await page.getByRole('textbox').first().inputValue(), 'HALF-TYPED')
  await page.getByRole('link', { name: 'Faucet' }).first().click()
  await heading(page, 'Faucet')
  await page.locator('html:not(.old-page)').waitFor()
  await heading(page, 'Faucet')
})
