import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { recheckCampaigns } from '@runnel/server/src/features/advertise/page-check-jobs.ts'
import { auditBooks } from '@runnel/server/src/money/reconcile.ts'
import type { Page } from 'playwright-core'
import { languageProblemsOf } from '#e2e/language-problems.ts'
import { problemsOf } from '#e2e/page-problems.ts'
import { looksAtSpentSite } from '#e2e/pages/account.ts'
import { looksAtClosedSite, looksAtEmptySite, looksAtFullSite } from '#e2e/pages/pages.ts'
import { type JourneyContext, setUpSite, journey, shots } from '#e2e/runner.ts'
import { closeSources, fillAccounts } from '#e2e/setup/accounts.ts'
import { createAds } from '#e2e/setup/ad-fixtures.ts'
import { fillGifts } from '#e2e/setup/bonus-data.ts'
import { fillEarning } from '#e2e/setup/earning.ts'
import { fillSite } from '#e2e/setup/fixtures.ts'
import { fillMoney } from '#e2e/setup/money.ts'
import { fillOffers } from '#e2e/setup/offers.ts'
import { fillPeople } from '#e2e/setup/people.ts'
import { fillDesk, fillSuspects } from '#e2e/setup/suspects.ts'
import { fillTasks } from '#e2e/setup/tasks.ts'
import type { VisualCase, Viewer } from '#e2e/visual-cases.ts'
import type { Person } from '#e2e/world.ts'

const people: Partial<Record<Viewer, Person>> = {}
/** What is watched is watched one after the other. */
let watching: Promise<unknown> = Promise.resolve()
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const mine = watching.then(work)
  watching = mine.catch(() => undefined)
  return mine
}

const checkView = async (look: VisualCase, context: JourneyContext): Promise<void> => {
  const as = look.as === 'owner' ? context.world.owner : people[look.as]
  const see = () => problemsOf(look, as, context)
  const wrong = await (look.isWatching ? inTurn(see) : see())
  assert.equal(wrong.length, 0, wrong.join('\n'))
}

const checkViews = (looks: readonly VisualCase[]): void => {
  for (const look of looks) {
    journey(`page ${look.name}`, (context) => checkView(look, context))
  }
}

/** One state of each page that nobody has to act on first: what is done there is told in English. */
const oncePerPage = (looks: readonly VisualCase[]): readonly VisualCase[] =>
  looks.filter(
    (look, index) =>
      look.act === undefined &&
      look.isWatching === undefined &&
      look.path !== '/dev/ui' &&
      looks.findIndex(({ path, act }) => path === look.path && act === undefined) === index,
  )

const checkLanguages = (looks: readonly VisualCase[]): void => {
  for (const look of oncePerPage(looks))
    journey(`page ${look.name} in other languages`, async (context) => {
      const as = look.as === 'owner' ? context.world.owner : people[look.as]
      const wrong = await languageProblemsOf(look, as, context)
      assert.equal(wrong.length, 0, wrong.join('\n'))
    })
}

setUpSite('every page of the page table is looked at', async ({ world }) => {
  mkdirSync(shots, { recursive: true })
  people.newcomer = await world.person('newcomer')
  people.unverified = await world.person('unverified', { verified: false })
  const tables = [
    '@runnel/web/src/shell/pages.ts',
    '@runnel/web/src/shell/callback-pages.ts',
    '@runnel/web/src/shell/program-pages.ts',
  ]
  const table = tables.map((name) => readFileSync(fileURLToPath(import.meta.resolve(name)), 'utf8')).join('\n')
  const paths = [...table.matchAll(/^ {2}'(\/[^']*)': \w+\(/gm)].map(([, path]) => path ?? '')
  assert(paths.length > 20, 'the page table was read')
  const looked = new Set([...looksAtEmptySite, ...looksAtFullSite, ...looksAtClosedSite].map(({ path }) => path))
  assert.deepEqual(
    paths.filter((path) => !looked.has(path)),
    [],
  )
})

/** One of each that a look is there to find, on a page where otherwise nothing is wrong. */
const breakIt = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
      [data-mode=dark] .dim { color: #333; background: #222 }
      @media (width < 400px) { .pale { color: #ddd; background: #fff } }
      .wide { width: 340px }
      .cut { display: block; width: 1rem; padding: 0; white-space: nowrap }
      .under { margin-top: -1lh }
      .phone, .tall { display: none }
      .small { min-width: 3rem; min-height: 3rem }
      @media (width < 400px) {
        .phone { display: block }
        .words, .step { display: none }
        [data-mode=dark] .dusk { color: #333; background: #222 }
      }
      @media (400px < width < 500px) {
        .scrolls { height: 2lh; overflow: auto }
        .small { width: 8px; min-width: 0; padding: 0 }
      }
      @media (width > 1900px) { .tall { display: block } }
      [data-mode=dark] .named { display: none }
    `)
    document.adoptedStyleSheets.push(sheet)
    const broken =
      '<p class="dim">Dim</p><p class="dusk">Dusk</p>' +
      '<p class="pale">Pale</p><p class="wide">Wide</p><button></button>' +
      '<p><a class="button cut">Cut</a></p><p>Over</p><p class="under">Under</p>' +
      '<button class="phone"></button><button class="tall"></button>' +
      '<button id="wordless"><span class="words">Words</span></button>' +
      '<button id="nameless"><span class="named">Words</span></button>' +
      '<h2 class="step">Step</h2><h3 id="skipped">Under it</h3>' +
      '<div class="scrolls"><p>One</p><p>Two</p><p>Three</p></div>' +
      '<button class="small" id="small">x</button><button class="small">y</button>'
    document.querySelector('main')?.insertAdjacentHTML('beforeend', broken)
    console.error('Something is wrong.')
    // What is not read stays open: answers of the API are never stored.
    await (await fetch('/api/nowhere')).text()
  })
}

journey('what is wrong with a page is found', async (context) => {
  const look = { name: 'broken', path: '/contact', as: 'guest', title: 'Contact us', act: breakIt } as const
  const wrong = await problemsOf(look, undefined, context)
  for (const expected of [
    /^light, 1280 × 800: button-name/,
    /^dark, 1280 × 800: color-contrast.*class="dim"/,
    /^dark, 320 × 640: color-contrast.*class="dusk"/,
    /^light, 320 × 640: color-contrast.*class="pale"/,
    /^light, 320 × 640: button-name.*class="phone"/,
    /^light, 320 × 640: button-name.*id="wordless"/,
    /^light, 320 × 640: heading-order.*id="skipped"/,
    /^light, 412 × 915: scrollable-region-focusable.*class="scrolls"/,
    /^light, 412 × 915: target-size.*id="small"/,
    /^light, 1920 × 1080: button-name.*class="tall"/,
    /^dark, 1280 × 800: button-name.*id="nameless"/,
    /^light, 320 × 640: the page is \d+ px wide/,
    /^light, 412 × 915: “Cut” runs out of its place/,
    /^light, 1024 × 768: “Over” and “Under” lie over each other/,
    /Something is wrong\./,
    /a status of 404/,
  ])
    assert(
      wrong.some((words) => expected.test(words)),
      `${expected} among:\n${wrong.join('\n')}`,
    )
  const elsewhere = [
    /^light, .*(dim|dusk|nameless)"/,
    /1280 × 800: .*(pale|phone|wordless|skipped|scrolls|small|tall)"/,
    /412 × 915: the page is/,
  ]
  assert.deepEqual(
    wrong.filter((words) => elsewhere.some((pattern) => pattern.test(words))),
    [],
  )
})

checkViews(looksAtEmptySite)

setUpSite('a month passes', async ({ world }) => {
  const crowd = await fillSite(world)
  Object.assign(people, crowd)
  await createAds(world, crowd.advertiser)
  Object.assign(people, await fillTasks(world, crowd))
  await fillEarning(world, crowd)
  await fillOffers(world, crowd)
  await fillGifts(world, crowd)
  await fillSuspects(world)
  await fillPeople(world)
  await fillDesk(world)
  await fillMoney(world)
  Object.assign(people, await fillAccounts(world))
  // Every quarter of an hour the site looks at advertised pages by itself; so it has, whatever minute it is.
  await world.soon(recheckCampaigns)
  // The site reconciles its ledger each hour, whatever is looked at in that minute.
  assert.deepEqual((await auditBooks(world.db.read)).mismatches, [])
})

checkViews(looksAtFullSite)
checkLanguages([...looksAtFullSite, ...looksAtEmptySite])

setUpSite('the day’s budgets are used up, and the rest is stopped', ({ world }) => closeSources(world))

checkViews(looksAtSpentSite)

setUpSite('the owner closes the site', ({ world }) =>
  world.settings({
    maintenance: true,
    maintenance_message: 'We are laying new pipes. Back at noon.',
    solvency_public: false,
  }),
)

checkViews(looksAtClosedSite)

setUpSite('the owner opens it again', ({ world }) => world.settings({ maintenance: false, maintenance_message: '' }))
