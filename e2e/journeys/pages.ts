import { AxeBuilder } from '@axe-core/playwright'
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

import { atRest } from '#e2e/browser.ts'
import { looksAtSpentSite } from '#e2e/account-pages.ts'
import { closeSources, fillAccounts } from '#e2e/accounts.ts'
import { fillSite } from '#e2e/data.ts'
import { overflow, titled } from '#e2e/look.ts'
import { fillEarning } from '#e2e/earning.ts'
import { fillGifts } from '#e2e/gifts.ts'
import type { Look, Looker } from '#e2e/looks.ts'
import { fillMoney } from '#e2e/money.ts'
import { looksAtClosedSite, looksAtEmptySite, looksAtFullSite } from '#e2e/pages.ts'
import { fillPeople } from '#e2e/people.ts'
import { type Gear, ground, journey, shots } from '#e2e/runner.ts'
import { fillDesk, fillSuspects } from '#e2e/suspects.ts'
import { fillTasks } from '#e2e/tasks.ts'
import { putUpAds } from '#e2e/viewing.ts'
import type { Person } from '#e2e/world.ts'

const people: Partial<Record<Looker, Person>> = {}
const standards = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
const widths = [1_280, 360]
const smallestWidth = 320

/** Looks at a page in both colours and at every width, and says all that is wrong at once. */
const lookAt = async (look: Look, { world, visit }: Gear): Promise<void> => {
  const as = look.as === 'owner' ? world.owner : people[look.as]
  const { page, trouble } = await visit({ ...(as && { as }), width: look.width ?? 1_280, strict: true, calm: true })
  await look.before?.(page)
  await page.goto(look.address ?? look.path)
  await atRest(page)
  await look.act?.(page)
  await atRest(page)
  await titled(page, new RegExp(`^${look.title.replace('xx', String.raw`\d\d`)} · Runnel$`))
  const wrong: string[] = []
  for (const mode of ['light', 'dark'] as const) {
    await switchTo(page, mode)
    for (const width of look.width === undefined ? widths : [look.width]) {
      await page.setViewportSize({ width, height: 800 })
      const place = `${mode}, ${width} px`
      wrong.push(...(await barriers(page)).map((words) => `${place}: ${words}`))
      wrong.push(...(await overflow(page)).map((words) => `${place}: ${words}`))
      await picture(page, `${look.name}-${mode}-${width}`)
    }
  }
  await page.setViewportSize({ width: smallestWidth, height: 640 })
  wrong.push(...(await overflow(page)).map((words) => `${smallestWidth} px: ${words}`))
  wrong.push(...unexpected(trouble.splice(0), look))
  assert.equal(wrong.length, 0, wrong.join('\n'))
}

/** In a window as high as the page, so that what sticks to its lower edge stands there. */
const picture = async (page: Page, name: string): Promise<void> => {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const whole = await page.evaluate(() => document.fonts.ready.then(() => document.documentElement.scrollHeight))
  await page.setViewportSize({ width, height: Math.max(height, whole) })
  await page.screenshot({ path: join(shots, `${name}.png`) })
  await page.setViewportSize({ width, height })
}

/** As another tab would switch it; public pages only read it when they are drawn. */
const switchTo = (page: Page, mode: 'light' | 'dark'): Promise<void> =>
  page.evaluate((wanted) => {
    localStorage.setItem('UIMode', wanted)
    document.documentElement.dataset['mode'] = wanted
    window.dispatchEvent(new StorageEvent('storage', { key: 'UIMode', newValue: wanted }))
    // What stands is looked at, not the colours on the way there.
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    return frame()
      .then(frame)
      .then(() => {
        const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
        return Promise.all(ending.map((moving) => moving.finished.catch(() => undefined)))
      })
      .then(() => undefined)
  }, mode)

const barriers = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).withTags(standards).setLegacyMode().analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.slice(0, 3).map((node) => `${id}: ${help}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
  )
}

const unexpected = (trouble: readonly string[], { refusals = [], keeps }: Look): string[] =>
  trouble.filter((words) => !refusals.some((status) => words.includes(`a status of ${status}`)) && !keeps?.test(words))

const lookAtAll = (looks: readonly Look[]): void => {
  for (const look of looks) {
    journey(`page ${look.name}`, (gear) => lookAt(look, gear))
  }
}

ground('every page of the page table is looked at', async ({ world }) => {
  mkdirSync(shots, { recursive: true })
  await world.settings({ happy_hours: [] })
  people.newcomer = await world.person('newcomer')
  people.unverified = await world.person('unverified', { verified: false })
  const table = ['pages', 'earning-pages', 'task-pages', 'admin-pages', 'suspect-pages', 'money-pages', 'people-pages']
    .map((name) => readFileSync(fileURLToPath(import.meta.resolve(`@runnel/web/src/app/${name}.ts`)), 'utf8'))
    .join('\n')
  const paths = [...table.matchAll(/^ {2}'(\/[^']*)': \{/gm)].map(([, path]) => path ?? '')
  assert(paths.length > 20, 'the page table was read')
  const looked = new Set([...looksAtEmptySite, ...looksAtFullSite, ...looksAtClosedSite].map(({ path }) => path))
  assert.deepEqual(
    paths.filter((path) => !looked.has(path)),
    [],
  )
})

lookAtAll(looksAtEmptySite)

ground('a month passes', async ({ world }) => {
  const crowd = await fillSite(world)
  Object.assign(people, crowd)
  await putUpAds(world, crowd.advertiser)
  Object.assign(people, await fillTasks(world, crowd))
  await fillEarning(world, crowd)
  await fillGifts(world, crowd)
  await fillSuspects(world)
  await fillPeople(world)
  await fillDesk(world)
  await fillMoney(world)
  Object.assign(people, await fillAccounts(world))
})

lookAtAll(looksAtFullSite)

ground('the day’s budgets are used up, and the rest is stopped', ({ world }) => closeSources(world))

lookAtAll(looksAtSpentSite)

ground('the owner closes the site', ({ world }) =>
  world.settings({
    maintenance: true,
    maintenance_message: 'We are laying new pipes. Back at noon.',
    solvency_public: false,
  }),
)

lookAtAll(looksAtClosedSite)

ground('the owner opens it again', ({ world }) => world.settings({ maintenance: false, maintenance_message: '' }))
