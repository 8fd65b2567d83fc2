import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { expectUrl, eventually, heading, expectVisible, showsBalance, expectTitle, toast } from '#e2e/assertions.ts'
import { journey } from '#e2e/runner.ts'
import { addLink, addWall, answerForWalls, callFrom, nameAt } from '#e2e/setup/earning.ts'

const visit = (page: Page, name: string): Promise<void> => page.getByRole('button', { name: `Visit ${name}` }).click()

journey('a shortlink is visited, comes back, and is paid', async ({ world, visit: meet }) => {
  const person = await world.person('visits_links')
  const { page } = await meet({ as: person })
  await page.goto('/app/link')
  await heading(page, 'Shortlinks')
  await expectVisible(page, 'No shortlinks available')
  await addLink(world, { name: 'River Short', reward: 35, maxView: 2 })
  await page.reload()
  await expectVisible(page, '2 of 2 left today')
  await visit(page, 'River Short')
  await expectUrl(page, /^\/app\/link\/[\w-]{20,}$/)
  await expectTitle(page, 'Verify · Runnel')
  await toast(page, 'Success', 'You received 35 units.')
  await expectVisible(page, '+35 units')
  await showsBalance(page, 35)
  // Who loads the page again reads the same answer, and is not paid twice.
  await page.reload()
  await expectVisible(page, '+35 units')
  await showsBalance(page, 35)
  await page.getByRole('button', { name: 'Next shortlink' }).click()
  await showsBalance(page, 70)
  await expectVisible(page, 'No more shortlinks for now.')
  await page.getByRole('link', { name: 'All shortlinks' }).click()
  await expectVisible(page, 'You’ve completed all shortlinks for today')
})

journey('a visit of another browser is told apart', async ({ world, visit: meet }) => {
  const person = await world.person('visits_elsewhere')
  const id = await addLink(world, { name: 'Far Short', reward: 35 })
  const { result } = await person.api.link.open({ params: { id } })
  const { page } = await meet({ as: person, width: 360, height: 640 })
  await page.goto(new URL(result).pathname)
  await expectVisible(page, 'Visit started in another tab')
  // Until the page knows who is there, its button does nothing.
  await showsBalance(page, 0)
  await page.getByRole('button', { name: 'Submit from this tab' }).click()
  await expectVisible(page, 'Started in another browser')
  await page.getByRole('button', { name: 'Next shortlink' }).waitFor()
})

journey('an offer is credited, told at once, and taken back', async ({ world, visit: meet }) => {
  const person = await world.person('finishes_offers')
  const frameUrl = 'https://wall.example/?user={userId}&key={apiKey}'
  const id = await addWall(world, { preset: 'family', name: 'Beaver Offers', slug: 'beaver', frameUrl })
  const subId = await nameAt(person, id)
  const { page } = await meet({ as: person })
  await answerForWalls(page)
  await page.goto('/app/offerwall')
  await expectVisible(page, 'No completed offers yet')
  await page.getByRole('link', { name: /^Beaver Offers/ }).click()
  await expectUrl(page, `/app/offerwall/${id}`)
  await page.frameLocator('iframe').getByRole('heading', { name: 'Offers' }).waitFor()
  await page.getByRole('link', { name: 'All offerwalls' }).click()
  const call = { slug: 'beaver', subId, transId: 'tx-1', reward: '4200', offer: 'A survey about tea' } as const
  assert.equal(await callFrom(world, { ...call, status: '1' }), 'ok')
  await expectVisible(page.getByRole('row'), 'A survey about tea')
  await showsBalance(page, 4_200)
  await callFrom(world, { ...call, status: '2' })
  await expectVisible(page.getByRole('row'), 'Charged back')
  await showsBalance(page, 0)
})

journey('the script of surveys can read nothing of ours', async ({ world, visit: meet }) => {
  const person = await world.person('answers_surveys')
  await addWall(world, { preset: 'pollfish', name: 'Pollfish', slug: 'surveys' })
  const { page, trouble } = await meet({ as: person })
  await answerForWalls(page)
  await page.goto('/app/offerwall/pollfish')
  // The network of this test keeps the script away; the document around it has come, and said so.
  await expectVisible(page, 'Surveys didn’t load')
  const inner = await eventually(() => {
    const frame = page.frames().find((one) => one.url().startsWith('data:'))
    assert(frame, 'there is a document within the document')
    return frame
  })
  const reached = await inner.evaluate(() => {
    const tries: Record<string, () => unknown> = {
      origin: () => window.origin,
      token: () => localStorage.getItem('token'),
      cookie: () => document.cookie,
      outer: () => parent.document.title,
      page: () => parent.parent.document.title,
      storage: () => parent.parent.localStorage.getItem('token'),
    }
    const told = Object.entries(tries).map(([name, reach]) => {
      try {
        return [name, reach()]
      } catch {
        return [name, 'refused']
      }
    })
    return Object.fromEntries(told) as Record<string, unknown>
  })
  assert.deepEqual(reached, {
    origin: 'null',
    token: null,
    cookie: '',
    outer: 'refused',
    page: 'refused',
    storage: 'refused',
  })
  trouble.splice(0)
})
