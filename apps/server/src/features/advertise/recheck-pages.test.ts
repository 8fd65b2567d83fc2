import { describe, expect, test } from 'vitest'
import { refused, refusesFrames, unreachable } from '#adapters/web-page/page-check.ts'
import { createLog } from '#kernel/log.ts'
import { pendingCampaign, runningCampaign } from '#test/features/advertising.ts'
import { type Person, useWorld } from '#test/world.ts'
import { recheckDueCampaigns } from './recheck-pages.ts'

const world = useWorld({ limits: false })
const DAY = 86_400

let places = 0
const place = (): string => {
  places += 1
  return `https://www.again-${places}.com/`
}

const told: string[] = []
const lookAgain = () =>
  recheckDueCampaigns({
    db: world.db,
    clock: world.clock.now,
    log: createLog('silent'),
    live: { notify: (userId) => void told.push(userId) },
    runPageCheck: world.pages.look,
    publicUrl: 'http://runnel.test',
  })

const stateOf = async (person: Person, id: string) => {
  const { campaign } = await person.advertise.report({ params: { id } })
  return [campaign.status, campaign.reason]
}
const noFrames = (url: string) => refusesFrames({ why: 'x-frame-options', finalUrl: url, title: null })
const silence = unreachable('no-connection')

describe('a running campaign', () => {
  test('is checked again after a day, and only then', async () => {
    const ann = await world.user('ann')
    const url = place()
    await runningCampaign(world, ann, { url })
    const looks = () => world.pages.looked.filter((looked) => looked === url).length
    const before = looks()
    world.clock.turn(DAY - 60)
    await lookAgain()
    expect(looks()).toBe(before)
    world.clock.turn(61)
    await lookAgain()
    await lookAgain()
    expect(looks()).toBe(before + 1)
  })

  test('whose page refuses frames now waits for a person, and its owner hears why', async () => {
    const bea = await world.user('bea')
    const url = place()
    const { _id: id } = await runningCampaign(world, bea, { url })
    const { _id: other } = await runningCampaign(world, bea, { url })
    const { _id: inTab } = await runningCampaign(world, bea, { url, kind: 'window' })
    world.pages.put(url, noFrames(url))
    world.clock.turn(DAY + 1)
    await lookAgain()
    const reason = 'This page doesn’t allow embedding. It can be opened in a new tab.'
    for (const one of [id, other]) {
      expect(await stateOf(bea, one)).toEqual(['pending', `${reason} Choose the ad type New tab instead.`])
    }
    expect(await stateOf(bea, inTab)).toEqual(['active', null])
    expect(told).toContain(bea.id)
    const { notification } = await bea.user.refresh()
    expect(notification.notifications[0]).toMatchObject({ kind: 'campaign-review', values: { title: 'A fine page' } })
  })

  test('whose page is not there for a moment goes on, and stops when it stays away', async () => {
    const cem = await world.user('cem')
    const url = place()
    const { _id: id } = await runningCampaign(world, cem, { url })
    const day = async (found: Parameters<typeof world.pages.put>[1]) => {
      world.pages.put(url, found)
      world.clock.turn(DAY + 1)
      await lookAgain()
      return (await stateOf(cem, id))[0]
    }
    expect(await day(silence)).toBe('active')
    expect(await day({ kind: 'frameable', finalUrl: url, title: null })).toBe('active')
    expect(await day(silence)).toBe('active')
    expect(await day(unreachable('timeout'))).toBe('pending')
  })

  test('whose page answers with an error stops when that lasts, and goes on once a person has seen it', async () => {
    const hal = await world.user('hal')
    const owner = await world.owner()
    const url = place()
    const { _id: id } = await runningCampaign(world, hal, { url })
    world.pages.put(url, unreachable('error-status'))
    const day = async () => {
      world.clock.turn(DAY + 1)
      await lookAgain()
      return (await stateOf(hal, id))[0]
    }
    expect(await day()).toBe('active')
    expect(await day()).toBe('pending')
    await owner.admin.editPtc({ params: { id }, body: { status: 'active' } })
    expect([await day(), await day(), await day()]).toEqual(['active', 'active', 'active'])
    world.pages.put(url, { kind: 'frameable', finalUrl: url, title: null })
    expect(await day()).toBe('active')
    world.pages.put(url, unreachable('error-status'))
    expect([await day(), await day()]).toEqual(['active', 'pending'])
  })

  test('that a person approved although its page answers with an error goes on', async () => {
    const ivy = await world.user('ivy')
    const owner = await world.owner()
    const url = place()
    world.pages.put(url, unreachable('error-status'))
    const { _id: id } = await pendingCampaign(world, ivy, { url })
    world.clock.turn(60)
    await owner.admin.editPtc({ params: { id }, body: { status: 'active' } })
    for (let day = 0; day < 3; day += 1) {
      world.clock.turn(DAY + 1)
      await lookAgain()
    }
    expect((await stateOf(ivy, id))[0]).toBe('active')
  })

  test('whose page leads into a private network now stops at once', async () => {
    const dan = await world.user('dan')
    const url = place()
    const { _id: id } = await runningCampaign(world, dan, { url, kind: 'window' })
    world.pages.put(url, refused('private-address'))
    world.clock.turn(DAY + 1)
    await lookAgain()
    expect((await stateOf(dan, id))[0]).toBe('pending')
  })

  test('is checked soon after it was resumed, and two quick failures are still one hiccup', async () => {
    const eve = await world.user('eve')
    const url = place()
    const { _id: id } = await runningCampaign(world, eve, { url })
    const edit = (status: 'active' | 'paused') => eve.advertise.edit({ params: { id }, body: { status } })
    const again = async () => {
      await edit('paused')
      await edit('active')
      await world.runJobs()
      return (await stateOf(eve, id))[0]
    }
    world.pages.put(url, silence)
    expect(await again()).toBe('active')
    expect(await again()).toBe('active')
    world.pages.put(url, noFrames(url))
    expect(await again()).toBe('pending')
  })
})

test('a campaign that waits is checked for the person who decides, and stays where it is', async () => {
  const fay = await world.user('fay')
  const url = place()
  const { _id: id } = await pendingCampaign(world, fay, { url })
  world.pages.put(url, noFrames(url))
  await fay.advertise.edit({ params: { id }, body: { title: 'Another title' } })
  await world.runJobs()
  expect(await stateOf(fay, id)).toEqual(['pending', null])
  const owner = await world.owner()
  const { ads } = await owner.admin.ptc({ query: { id } })
  expect(ads).toMatchObject([{ look: { ok: false, sentence: expect.stringContaining('embedding') } }])
})

test('what was found where no campaign is, is forgotten, and the rest is kept', async () => {
  const gil = await world.user('gil')
  const url = place()
  const { _id: id } = await pendingCampaign(world, gil, { url })
  const stray = place()
  await world.db.write((tx) =>
    tx
      .insertInto('page_looks')
      .values({
        kind: 'iframe',
        url: stray,
        ok: true,
        finding: 'frameable',
        sentence: '',
        title: null,
        final_url: null,
        at: world.clock.now(),
        since: world.clock.now(),
      })
      .execute(),
  )
  world.clock.turn(31 * DAY)
  await lookAgain()
  const kept = await world.db.read.selectFrom('page_looks').select('url').where('url', 'in', [url, stray]).execute()
  expect(kept).toEqual([{ url }])
  expect((await stateOf(await world.user('gil'), id))[0]).toBe('pending')
})
