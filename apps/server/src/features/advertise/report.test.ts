import { expect, test } from 'vitest'
import { later } from '#kernel/clock.ts'
import { returnView, runningCampaign, watch } from '#test/features/advertising.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ limits: false })

const report = (id: string, name: string, reason: string, at = world.clock.now()) =>
  world.db.write(async (tx) => {
    const person = await world.user(name)
    await tx
      .insertInto('ptc_reports')
      .values({ campaign_id: id, user_id: person.id, reason, trusted: true, at })
      .execute()
  })

test('counts every view by day, hour, country and device, and its own only', async () => {
  const ann = await world.user('ann')
  world.clock.set('2026-03-10T09:10:00.000Z')
  const { _id: id } = await runningCampaign(world, ann)
  const { _id: other } = await runningCampaign(world, ann)
  const viewer = async (name: string) => world.user(name)
  await watch(world, id, await viewer('view1'), { country: 'DE', device: 'mobile' })
  await watch(world, id, await viewer('view2'), { country: 'DE', device: 'desktop', status: 'void' })
  await watch(world, other, await viewer('view2'))
  world.clock.set('2026-03-11T23:30:00.000Z')
  const { ticket } = await watch(world, id, await viewer('view3'), { country: 'FR', device: 'desktop' })
  await watch(world, id, await viewer('view4'), { country: null, device: 'desktop' })
  await watch(world, id, await viewer('view5'), { country: null, device: 'desktop' })
  await returnView(world, ticket, 'It was not a person.')
  const seen = await ann.advertise.report({ params: { id } })
  expect(seen).toMatchObject({ opened: 5, paid: 3, returned: 1 })
  expect(seen.campaign).toMatchObject({ remaining: 97, escrow: 97 * 50, spent: 150 })
  expect(seen.days).toEqual([
    { day: '2026-03-10', opened: 2, paid: 1 },
    { day: '2026-03-11', opened: 3, paid: 2 },
  ])
  expect(seen.hours).toHaveLength(24)
  expect(seen.hours.filter(({ paid }) => paid > 0)).toEqual([
    { hour: 9, paid: 1 },
    { hour: 23, paid: 2 },
  ])
  expect(seen.countries).toEqual([
    { name: '??', opened: 2, paid: 2 },
    { name: 'DE', opened: 2, paid: 1 },
    { name: 'FR', opened: 1, paid: 0 },
  ])
  expect(seen.devices).toEqual([
    { name: 'desktop', opened: 4, paid: 2 },
    { name: 'mobile', opened: 1, paid: 1 },
  ])
  expect(seen.movements).toMatchObject([
    { kind: 'ptc-return', amount: 50, reason: 'It was not a person.' },
    { kind: 'campaign-fund', amount: 5_000, reason: null },
  ])
  world.clock.set('2026-04-10T12:00:00.000Z')
  const late = await (await world.user('ann')).advertise.report({ params: { id } })
  expect(late).toMatchObject({ opened: 5, days: [] })
})

test('shows at most twenty countries, and what viewers have reported since the last approval', async () => {
  const bea = await world.user('bea')
  const { _id: id } = await runningCampaign(world, bea)
  for (let turn = 0; turn < 22; turn += 1) {
    await watch(world, id, await world.user(`far${turn}`), { country: `A${String.fromCharCode(65 + turn)}` })
  }
  world.clock.turn(60)
  await report(id, 'far1', 'malware')
  await report(id, 'far2', 'malware')
  await report(id, 'far3', 'broken', later(world.clock.now(), -3_600))
  const seen = await bea.advertise.report({ params: { id } })
  expect(seen.countries).toHaveLength(20)
  expect(seen.reports).toEqual([
    { reason: 'malware', count: 2 },
    { reason: 'broken', count: 1 },
  ])
  expect(seen.campaign.reports).toBe(2)
})

test('every view is a row of the file, and networks are hashes of this campaign alone', async () => {
  const cem = await world.user('cem')
  const { _id: id } = await runningCampaign(world, cem)
  const { _id: other } = await runningCampaign(world, cem)
  const net = '203.0.113.0/24'
  await watch(world, id, await world.user('sight1'), { net, country: 'DE' })
  await watch(world, id, await world.user('sight2'), { net, country: null })
  await watch(world, id, await world.user('sight3'), { net: '198.51.100.0/24', status: 'void' })
  await watch(world, other, await world.user('sight1'), { net })
  const fileOf = async (campaign: string) => {
    const answer = await cem.raw({ method: 'GET', path: `/api/advertise/${campaign}/views.csv` })
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/csv; charset=utf-8' } })
    return String(answer.body['text'])
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
  }
  const [head, ...rows] = await fileOf(id)
  expect(head).toEqual(['Time', 'Country', 'Device', 'Network (hash)', 'Watched (seconds)', 'Status', 'Paid (units)'])
  expect(
    rows.map(([, country, device, , seconds, status, units]) => [country, device, seconds, status, units]),
  ).toEqual([
    ['DE', 'desktop', '10.0', 'void', '0'],
    ['??', 'desktop', '10.0', 'paid', '50'],
    ['DE', 'desktop', '10.0', 'paid', '50'],
  ])
  const [third, second, first] = rows.map((row) => row[3])
  expect(first).toMatch(/^[0-9a-f]{16}$/)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
  expect((await fileOf(other))[1]?.[3]).not.toBe(first)
  expect(JSON.stringify(rows)).not.toContain('203.0.113')
})
