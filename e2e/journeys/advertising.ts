import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import {
  expectUrl,
  eventually,
  heading,
  overflow,
  expectVisible,
  expectHidden,
  showsBalance,
  toast,
} from '#e2e/assertions.ts'
import type { Visit, VisitOptions } from '#e2e/browser.ts'
import { type JourneyContext, journey } from '#e2e/runner.ts'
import { answerForAds } from '#e2e/setup/ad-fixtures.ts'
import { choosePictures } from '#e2e/solve.ts'
import type { Person, World } from '#e2e/world.ts'

type Screen = Required<Pick<VisitOptions, 'mode' | 'width'>>

const fits = async (page: Page): Promise<void> => assert.deepEqual(await overflow(page), [])

const main = (page: Page) => page.getByRole('main')

/** What the ledger says of somebody's deposit balance. */
const depositOf = async ({ api }: Person): Promise<number> => (await api.deposit.overview({})).depositBalance

/** Pays units in at the checkout page of the sandbox, and comes back to see them there. */
const payIn = async (page: Page, units: number): Promise<void> => {
  await page.goto('/app/deposit')
  await page.getByRole('radio', { name: /Sandbox/ }).check()
  await page.getByRole('textbox', { name: /units/ }).first().fill(String(units))
  await fits(page)
  await page.getByRole('button', { name: /with Sandbox$/ }).click()
  await expectUrl(page, /^\/app\/deposit\/sandbox\//)
  await expectVisible(main(page), 'Awaiting payment')
  await fits(page)
  await page.getByRole('button', { name: /^Pay \D*\d/ }).click()
  await expectUrl(page, /^\/app\/deposit\?id=/)
  await expectVisible(main(page), `${units.toLocaleString('en-GB')} units credited`)
  await fits(page)
}

interface Ad {
  readonly url: string
  readonly title: string
}

/** Fills the form of a new campaign in; the server looks at the address meanwhile. */
const describeAd = async (page: Page, { url, title }: Ad): Promise<void> => {
  await page.getByRole('textbox', { name: 'URL' }).fill(url)
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Description' }).fill('Baked at night, on your table before the day begins.')
  await page.getByText('5 s', { exact: true }).click()
  await page.getByRole('button', { name: '100', exact: true }).click()
}

const send = (page: Page): Promise<void> => page.getByRole('button', { name: 'Create and pay' }).click()

/** From the menu of a campaign to the question, and a yes. */
const remove = async (page: Page, title: string): Promise<void> => {
  await page.getByRole('button', { name: `More actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog')
  await expectVisible(question, 'will be refunded to your deposit balance')
  await question.getByRole('button', { name: 'Delete campaign' }).click()
}

interface WatchInput {
  readonly world: World
  readonly person: Person
  readonly title: string
}

/** Finds the ad in the list, watches it to its end, and is paid. */
const watch = async ({ page }: Visit, { world, person, title }: WatchInput): Promise<void> => {
  await answerForAds(page)
  await page.goto('/app/ptc')
  await fits(page)
  await page.getByRole('link', { name: new RegExp(`^${title}`) }).click()
  await expectUrl(page, /^\/app\/ptc\/iframe\//)
  await page.frameLocator('iframe').getByRole('heading', { name: 'The ad' }).waitFor()
  await expectVisible(page, /^(Counting…|Watched)$/)
  await fits(page)
  await choosePictures({ world, person, where: page.getByRole('group', { name: 'Select all matching images' }) })
  await page.getByRole('button', { name: 'Claim 21 units' }).click()
  await toast(page, 'Success', 'You received 21 units.')
  await expectVisible(page, 'Your balance:')
  await fits(page)
}

/** From paying in to the last unit that comes back, on one screen in one of both colours. */
const wholeLife = async ({ world, visit }: JourneyContext, screen: Screen): Promise<void> => {
  const title = `Bread, ${screen.mode}`
  const advertiser = await world.person(`bakes_${screen.mode}`)
  const viewer = await world.person(`hungry_${screen.mode}`)
  const { page } = await visit({ as: advertiser, ...screen })
  await payIn(page, 20_000)
  await main(page).getByRole('link', { name: 'Create campaign' }).click()
  await expectUrl(page, '/app/advertise')
  await describeAd(page, { url: 'https://bread.example.com/offers', title })
  await expectVisible(main(page), 'URL OK. Page title: Welcome to bread.example.com')
  await fits(page)
  await send(page)
  await toast(page, 'Success', 'Campaign created. It is now in review.')
  await expectVisible(main(page), 'In review')
  await fits(page)
  assert.equal(await depositOf(advertiser), 17_000, '100 views at 30 units')

  // Nobody sees it before the owner does.
  const seen = await visit({ as: viewer, ...screen })
  await seen.page.goto('/app/ptc')
  await heading(seen.page, 'View ads')
  await expectHidden(seen.page, title)

  const { page: desk } = await visit({ as: world.owner, ...screen })
  await answerForAds(desk)
  await desk.goto(`/app/admin/ptc?username=${advertiser.username}`)
  await desk.getByRole('button', { name: `Details of ${title}` }).click()
  const details = desk.getByRole('dialog')
  await expectVisible(details, 'The page can be embedded.')
  await expectVisible(details, 'https://bread.example.com/offers')
  await fits(desk)
  await details.getByRole('button', { name: `Approve (${title})` }).click()
  await toast(desk, 'Success', 'Campaign approved.')
  await expectVisible(main(page), 'Running')

  await watch(seen, { world, person: viewer, title })
  const balance = (await viewer.api.user.me()).user.balance
  assert.equal(balance, 21)

  await page.getByRole('link', { name: 'Report', exact: false }).first().click()
  await heading(page, 'Campaign report')
  await expectVisible(main(page), '1 of 100')
  await expectVisible(main(page), '2,970 units')
  await expectVisible(main(page), '30 units')
  await expectVisible(main(page), 'Opened 1 times')
  await fits(page)
  await remove(page, title)
  await toast(page, 'Success', 'refunded to your deposit balance.')
  await expectUrl(page, '/app/advertise')
  await expectVisible(main(page), 'No campaigns yet')
  await fits(page)
  assert.equal(await depositOf(advertiser), 19_970, 'all but the one view that was seen')
  const { askedAt } = await world.owner.api.admin.reconcile()
  const books = await eventually(async () => {
    const found = (await world.owner.api.admin.stats()).books
    assert.ok((found.checkedAt ?? '') >= askedAt, 'the books were checked')
    return found
  })
  assert.deepEqual([books.balanced, books.mismatches], [true, []])
}

const screens: readonly Screen[] = [
  { mode: 'light', width: 1_280 },
  { mode: 'dark', width: 360 },
]

for (const screen of screens) {
  journey(`a campaign is paid, approved, seen, reported and given back: ${screen.mode}, ${screen.width} px`, (gear) =>
    wholeLife(gear, screen),
  )
}

journey('earnings become a deposit, one to one and never back', async ({ world, visit }) => {
  await world.settings({ exchange_bonus_percent: 5 })
  const person = await world.person('moves_over')
  await world.earn(person, { amount: 4_321 })
  const { page } = await visit({ as: person, width: 360, mode: 'dark' })
  await page.goto('/app/deposit')
  await main(page).getByRole('link', { name: 'Exchange earnings' }).click()
  await heading(page, 'Exchange')
  const amount = page.getByRole('textbox', { name: 'Amount in units' })
  await amount.fill('999')
  await page.getByRole('button', { name: 'Exchange' }).click()
  await expectVisible(main(page), /1,000/)
  assert.equal(await depositOf(person), 0)
  await amount.fill('3333')
  // A twentieth on top, rounded down.
  await expectVisible(main(page), '+166 units')
  await expectVisible(main(page), '3,499 units')
  await fits(page)
  await page.getByRole('button', { name: 'Exchange' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Exchange' }).click()
  await expectVisible(main(page), 'You exchanged 3,333 units')
  await showsBalance(page, 988)
  await fits(page)
  assert.equal(await depositOf(person), 3_499)
  await main(page).getByRole('link', { name: 'Create campaign' }).click()
  await expectVisible(main(page), 'Your deposit balance: 3,499 units')
  await world.settings({ exchange_bonus_percent: 0 })
})

journey('a campaign is offered in its own tab, rejected for a reason, and given back', async ({ world, visit }) => {
  const title = 'A bank of the river'
  const advertiser = await world.person('keeps_a_bank')
  await world.earn(advertiser, { amount: 10_000 })
  await advertiser.api.deposit.exchange({ body: { amount: 10_000 } })
  const { page } = await visit({ as: advertiser })
  await page.goto('/app/advertise')
  await describeAd(page, { url: 'https://bank.example.com/', title })
  await expectVisible(main(page), 'This page doesn’t allow embedding.')
  await page.getByRole('button', { name: 'Show as: Page in a new tab' }).click()
  await expectVisible(main(page), 'URL OK. Page title: Welcome to bank.example.com')
  await send(page)
  await expectVisible(main(page), 'In review')
  assert.equal(await depositOf(advertiser), 6_000)

  const { page: desk } = await visit({ as: world.owner, width: 360, mode: 'dark' })
  await desk.goto('/app/admin/ptc?status=pending')
  await desk.getByRole('button', { name: `Reject (${title})` }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Reject and refund' }).click()
  await expectVisible(dialog, 'Enter a reason of 3 to 300 characters. The user will see it.')
  await dialog.getByLabel('Reason').fill('Banks are not advertised here.')
  await fits(desk)
  await dialog.getByRole('button', { name: 'Reject and refund' }).click()
  await toast(desk, 'Success', 'Campaign rejected and refunded.')

  // The advertiser is told without doing anything: on the page, by the bell, and in the report.
  await expectVisible(main(page), 'Rejected')
  await expectVisible(main(page), 'Banks are not advertised here.')
  await expectVisible(main(page), 'Your deposit balance: 10,000 units')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await expectVisible(bell, /Banks are not advertised here\./)
  await page.keyboard.press('Escape')
  await main(page).getByRole('link', { name: title, exact: true }).click()
  await heading(page, 'Campaign report')
  await expectVisible(page.getByRole('table', { name: 'Campaign transactions' }), 'Refunded to deposit balance')
  assert.equal(await depositOf(advertiser), 10_000)
})
