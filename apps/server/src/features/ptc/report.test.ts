import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { renderAll } from '#kernel/words/render.ts'
import { forViewing, refusedAs, viewing } from '#test/features/viewing.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ ...forViewing, settings: { ...forViewing.settings, ptc_report_limit: 3 } })
const { someone, campaign, campaignRow } = viewing(world)

const report = (person: Person, id: string) => person.ptc.report({ params: { id }, body: { reason: 'malware' } })

const DAYS_4 = 4 * 86_400

/** People who have opened the ad, and who joined some days before. */
const witnesses = async (id: string, count: number): Promise<Person[]> => {
  const people = []
  for (let index = 0; index < count; index++) people.push(await someone('witness'))
  world.clock.turn(DAYS_4)
  for (const person of people) await person.ptc.open({ params: { id } })
  return people
}

const trusted = async (id: string): Promise<number> => {
  const [row] = await world.db.raw('SELECT count(*)::int AS n FROM ptc_reports WHERE campaign_id = $1 AND trusted', [
    id,
  ])
  return Number(row?.['n'])
}

describe('reporting an ad', () => {
  test('is for those who opened it, once, and for ads that exist', async () => {
    const { id } = await campaign()
    const [viewer] = await witnesses(id, 1)
    const stranger = await someone('stranger')
    await expect(report(stranger, id)).rejects.toMatchObject(refusedAs(403, 'AD_NOT_SEEN'))
    await expect(report(stranger, newId())).rejects.toMatchObject(refusedAs(404, 'AD_UNKNOWN'))
    expect((await report(viewer!, id)).msg).toContain('Thank you')
    await expect(report(viewer!, id)).rejects.toMatchObject(refusedAs(409, 'ALREADY_REPORTED'))
    expect(await trusted(id)).toBe(1)
    expect((await campaignRow(id)).status).toBe('active')
  })

  test('sends the campaign back to a person when enough do, at once or one by one, and tells the owner', async () => {
    const { id, owner } = await campaign({ title: 'Too good to be true' })
    const people = await witnesses(id, 5)
    await Promise.all(people.map((person) => report(person, id)))
    expect(renderAll(await campaignRow(id), 'en')).toMatchObject({
      status: 'pending',
      reason: expect.stringContaining('reported'),
    })
    const { notifications } = (await owner.user.me()).notification
    expect(notifications.filter(({ kind }) => kind === 'campaign-review')).toMatchObject([
      { values: { title: 'Too good to be true', reason: expect.stringContaining('3 viewers') } },
    ])
  })

  test('counts those that came since a person last approved the ad', async () => {
    const { id } = await campaign()
    const people = await witnesses(id, 5)
    for (const person of people.slice(0, 2)) await report(person, id)
    world.clock.turn(1)
    await world.db.raw('UPDATE campaigns SET reports_since = $2 WHERE id = $1', [id, world.clock.now()])
    for (const person of people.slice(2, 4)) await report(person, id)
    expect((await campaignRow(id)).status).toBe('active')
    await report(people[4]!, id)
    expect((await campaignRow(id)).status).toBe('pending')
  })

  test('counts only people who have shown themselves, and no limit stops nothing', async () => {
    const { id } = await campaign()
    const [fresh, unverified, suspect, known, old] = [
      await someone('fresh'),
      await someone('unverified'),
      await someone('suspect'),
      await someone('known'),
      await someone('old'),
    ]
    world.clock.turn(DAYS_4)
    const at = world.clock.now()
    await world.db.raw('UPDATE users SET joined_at = $2 WHERE id = ANY($1)', [[fresh.id, known.id], at])
    await world.db.raw('UPDATE users SET email_verified_at = NULL WHERE id = $1', [unverified.id])
    await world.db.raw(`INSERT INTO answer_records (user_id, right_count) VALUES ($1, 20)`, [known.id])
    await world.db.raw(
      `INSERT INTO risk_marks (id, user_id, family, reason, points, detail, at) VALUES ($1, $2, 'x', 'x', 20, 'x', $3)`,
      [newId(), suspect.id, at],
    )
    for (const person of [fresh, unverified, suspect, known, old]) {
      await person.ptc.open({ params: { id } })
      await report(person, id)
    }
    expect(await trusted(id)).toBe(2)
    expect((await campaignRow(id)).status).toBe('active')
    await world.settings({ ptc_report_limit: 0 })
    const people = await witnesses(id, 3)
    for (const person of people) await report(person, id)
    expect((await campaignRow(id)).status).toBe('active')
    await world.settings({ ptc_report_limit: 3 })
  })
})
