import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { openTask, pendingTask, settle, taskFields } from '#test/features/working.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ limits: false })

let next = 0
const somebody = (name = 'giver') => world.user(`${name}${(next += 1)}`)
const refused = { status: 422, failure: { code: 'BAD_MARKDOWN', errors: { instructions: expect.any(String) } } }
const htmlIn = async (id: string) => (await world.db.raw('SELECT html FROM tasks WHERE id = $1', [id]))[0]?.['html']

describe('instructions that cannot be formatted', () => {
  test.each(['>', '> ', '1. ', '- > '])('of %j again and again are refused and never stored', async (unit) => {
    const person = await somebody()
    const instructions = unit.repeat(10_000 / unit.length)
    await expect(person.task.preview({ body: { instructions } })).rejects.toMatchObject(refused)
    const { _id: pending } = await pendingTask(world, person)
    const wish = await taskFields(person, { instructions })
    await expect(person.task.create({ body: wish })).rejects.toMatchObject(refused)
    const { _id: open } = await openTask(world, person)
    for (const id of [pending, open]) {
      await expect(person.task.edit({ params: { id }, body: { instructions } })).rejects.toMatchObject(refused)
    }
    const rows = await world.db.raw('SELECT FROM tasks WHERE instructions = $1', [instructions.trim()])
    expect(rows).toHaveLength(0)
    expect((await person.task.ownTask({ params: { id: open } })).task.update).toBeNull()
  })

  test('of an earlier version are shown as they were typed, and to the moderator too', async () => {
    const [person, moderator] = [await somebody(), await world.moderator()]
    const { _id: id } = await pendingTask(world, person)
    const deep = `${'>'.repeat(9_000)}<b onclick="x()">`
    await world.db.raw('UPDATE tasks SET instructions = $2, html = NULL WHERE id = $1', [id, deep])
    for (const reader of [person, moderator]) {
      const { html } = await reader.task.one({ params: { id } })
      expect(html).toContain('&gt;&gt;')
      expect(html).not.toContain('<b')
    }
  })
})

describe('instructions are formatted once', () => {
  test('when the task is made, when it is changed, and when a change is accepted', async () => {
    const [person, moderator] = [await somebody(), await world.moderator()]
    const { _id: id } = await pendingTask(world, person)
    const params = { id }
    expect(await htmlIn(id)).toContain('<strong>tell us</strong>')
    await person.task.edit({ params, body: { instructions: 'Open our page and **look** at it well.' } })
    expect(await htmlIn(id)).toContain('<strong>look</strong>')
    await moderator.task.setStatus({ params, body: { status: 'active', isByAdmin: true } })
    await person.task.edit({ params, body: { instructions: 'Open our page and **read** all of it.' } })
    expect(await htmlIn(id), 'nobody has accepted it').toContain('<strong>look</strong>')
    const { task } = await person.task.ownTask({ params })
    await moderator.task.acceptUpdate({ params: { id: task.update?._id ?? newId() } })
    expect(await htmlIn(id)).toContain('<strong>read</strong>')
  })

  test('and readers get what was stored', async () => {
    const [person, reader] = [await somebody(), await somebody('reader')]
    const { _id: id } = await openTask(world, person)
    await world.db.raw("UPDATE tasks SET html = '<p>stored</p>' WHERE id = $1", [id])
    expect((await reader.task.one({ params: { id } })).html).toBe('<p>stored</p>')
  })

  test('those of an earlier version by the next run of the job, and until then for each reader', async () => {
    const [person, reader] = [await somebody(), await somebody('reader')]
    const { _id: id } = await openTask(world, person)
    await world.db.raw('UPDATE tasks SET html = NULL WHERE id = $1', [id])
    expect((await reader.task.one({ params: { id } })).html).toContain('<strong>tell us</strong>')
    await settle(world)
    expect(await htmlIn(id)).toContain('<strong>tell us</strong>')
  })
})
