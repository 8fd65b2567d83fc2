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
import { journey } from '#e2e/runner.ts'
import { answerForAds, putUp } from '#e2e/setup/ad-fixtures.ts'
import { choosePictures } from '#e2e/solve.ts'
import type { Person, World } from '#e2e/world.ts'

const pictures = { name: 'Select all matching images' } as const

const solve = (page: Page, { world, person }: { world: World; person: Person }): Promise<void> =>
  choosePictures({ world, person, where: page.getByRole('group', pictures) })

/** Takes the keys from the page, as another window does, or gives them back. */
const switchWindow = (page: Page, { away }: { away: boolean }): Promise<void> =>
  page.evaluate((gone) => {
    document.hasFocus = () => !gone
    window.dispatchEvent(new Event(gone ? 'blur' : 'focus'))
  }, away)

const secondsLeft = async (page: Page): Promise<number> =>
  Number(await page.getByRole('progressbar', { name: 'Time watched' }).textContent())

journey('an ad is viewed, paid, and leads to the next one', async ({ world, visit }) => {
  const owner = await world.person('puts_up_ads')
  const person = await world.person('views_ads')
  const [first, second] = [
    await putUp(world, { ownerId: owner.id, kind: 'iframe', title: 'First', url: 'https://ad.example/1', timer: 15 }),
    await putUp(world, { ownerId: owner.id, kind: 'iframe', title: 'Second', url: 'https://ad.example/2', timer: 60 }),
  ]
  const { page, trouble } = await visit({ as: person })
  await answerForAds(page)
  await page.goto('/app/dashboard')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('button', { name: /^Earn/ }).click()
  await menu.getByRole('link', { name: /^View ads/ }).click()
  await heading(page, 'View ads')
  await page.getByRole('link', { name: /^First/ }).click()
  await expectUrl(page, `/app/ptc/iframe/${first}`)
  await expectTitle(page, 'View Ad · Runnel')
  // Whoever writes into the ad has not gone away.
  await page.frameLocator('iframe').getByLabel('Write').fill('hello')
  await expectVisible(page, 'Counting…')
  await switchWindow(page, { away: true })
  await expectVisible(page, 'Paused. Return to this tab')
  const left = await secondsLeft(page)
  await page.waitForTimeout(2_500)
  assert.equal(await secondsLeft(page), left, 'nothing counts meanwhile')
  await switchWindow(page, { away: false })
  await expectVisible(page, 'Counting…')
  await solve(page, { world, person })
  await page.getByRole('button', { name: 'Claim 35 units' }).click()
  await toast(page, 'Success', 'You received 35 units.')
  await page.getByRole('button', { name: 'Next ad' }).click()
  await expectUrl(page, `/app/ptc/iframe/${second}`)
  await page.getByRole('link', { name: 'All ads' }).click()
  await heading(page, 'View ads')
  await expectVisible(page, /^Viewed\. Available again in 2[34]:\d\d:\d\d$/)
  await showsBalance(page, 35)
  await page.goto(`/app/ptc/iframe/${first}`)
  await expectVisible(page, 'This ad is no longer available')
  // The ad tried to take the page along; the browser tells that it was kept from it.
  const kept = trouble.splice(0)
  assert(kept.length > 0, 'the ad tried')
  for (const words of kept) assert.match(words, /'allow-top-navigation'/)
})

journey('a video counts while it plays, and a player that is blocked says so', async ({ world, visit }) => {
  const owner = await world.person('puts_up_films')
  const person = await world.person('watches_films')
  const url = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'
  const id = await putUp(world, { ownerId: owner.id, kind: 'youtube', title: 'A film', url, timer: 15 })
  const { page } = await visit({ as: person, width: 360, height: 640 })
  await answerForAds(page)
  await page.goto(`/app/ptc/youtube/${id}`)
  await expectVisible(page, 'Press play')
  const player = page.frameLocator('iframe')
  await player.getByRole('button', { name: 'Play' }).click()
  await expectVisible(page, 'Counting…')
  await player.getByRole('button', { name: 'Pause' }).click()
  await expectVisible(page, 'Press play')
  await player.getByRole('button', { name: 'Play' }).click()
  await solve(page, { world, person })
  await page.getByRole('button', { name: 'Claim 35 units' }).click()
  await expectVisible(page, 'Your balance:')
  const other = await putUp(world, { ownerId: owner.id, kind: 'youtube', title: 'Another', url, timer: 5 })
  await page.context().unroute('https://www.youtube-nocookie.com/**')
  await page.context().route('https://www.youtube-nocookie.com/**', (route) => route.abort())
  await page.goto(`/app/ptc/youtube/${other}`)
  await expectVisible(page, 'The player may be blocked')
  await page.getByRole('button', { name: 'Reload player' }).click()
  await expectHidden(page, 'The player may be blocked')
})

journey('an ad of its own tab counts while that is in front, and knows nothing of ours', async ({ world, visit }) => {
  const owner = await world.person('puts_up_tabs')
  const person = await world.person('opens_tabs')
  const ad = { kind: 'window', title: 'A tab', url: 'https://ad.example/tab', timer: 5 } as const
  const id = await putUp(world, { ownerId: owner.id, ...ad })
  const { page, context } = await visit({ as: person })
  await answerForAds(page)
  await page.goto(`/app/ptc/redirect?id=${id}`)
  await expectVisible(page, 'Open the ad to start')
  const [tab] = await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name: 'Open ad' }).click()])
  await tab.getByRole('heading', { name: 'The ad' }).waitFor()
  assert.equal(await tab.evaluate(() => window.opener), null)
  await switchWindow(page, { away: true })
  await eventually(async () => assert.match(await page.title(), /^Done · View Ad · Runnel$/))
  await switchWindow(page, { away: false })
  await solve(page, { world, person })
  await page.getByRole('button', { name: 'Claim 35 units' }).focus()
  await page.keyboard.press('Enter')
  await expectVisible(page, 'Your balance:')
})

const asks = 'try { document.title = String(localStorage.length) } catch (error) { document.title = error.name }'
const banner = `<p id="told"></p><script>${asks}; told.textContent = document.title</script>`

journey("a banner's code reads nothing of ours, in its frame and by itself", async ({ world, visit }) => {
  await world.settings({ banner_728x90: banner, banner_300x250: banner })
  const person = await world.person('sees_banners')
  const { page, tab } = await visit({ as: person })
  await page.goto('/app/ptc')
  const frame = page.getByTitle('Advertisement')
  await frame.scrollIntoViewIfNeeded()
  await expectVisible(page.frameLocator('iframe[title=Advertisement]').locator('body'), 'SecurityError')
  assert.deepEqual(await frame.evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight]), [728, 90])
  await page.setViewportSize({ width: 360, height: 640 })
  await eventually(async () => assert.equal(await frame.getAttribute('src'), '/banner/300x250'))
  const alone = await tab()
  await alone.goto('/banner/728x90')
  await expectVisible(alone, 'SecurityError')
  const home = await tab()
  await home.goto('/')
  assert.equal(await home.locator('iframe[src="/banner/728x90"]').isVisible(), true)
  assert.equal(await home.locator('iframe[src="/banner/300x250"]').isVisible(), false)
  await world.settings({ banner_728x90: '', banner_300x250: '' })
})
