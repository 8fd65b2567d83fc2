import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { startShortlinks } from '#test/fakes/shortlinks.ts'
import { linking } from '#test/features/linking.ts'
import { refusedAs } from '#test/features/viewing.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, limits: false })
let fake: Awaited<ReturnType<typeof startShortlinks>>
beforeAll(async () => {
  fake = await startShortlinks()
})
afterAll(() => fake.close())
const { someone, regular, fields, addLink, onlyLink, open, visit, paidFor } = linking(world, () => fake)

const deedsOf = async (target: string) =>
  world.db.raw('SELECT action, before, after FROM audit WHERE target = $1 ORDER BY id', [target])
const shown = async (id: string) => (await (await world.owner()).admin.links()).links.find(({ _id }) => _id === id)

describe('providers', () => {
  test('are added and changed with a line in the log, and their key is never shown or written down', async () => {
    const owner = await world.owner()
    const { _id: id, ...added } = await addLink({ name: 'exe.io', countries: ['DE', 'AT'] })
    expect(added).toMatchObject({
      name: 'exe.io',
      api: 'adlinkfly',
      keySet: true,
      countries: ['DE', 'AT'],
      learnt: null,
      outUntil: null,
      lastError: null,
      used: false,
      today: { opened: 0, completed: 0, cost: 0 },
    })
    const [row] = await world.db.raw('SELECT api_key_sealed FROM link_providers WHERE id = $1', [id])
    expect(String(row?.['api_key_sealed'])).not.toContain(fake.apiKey)
    await owner.admin.editLink({ params: { id }, body: { reward: 7 } })
    const { link } = await owner.admin.editLink({ params: { id }, body: { apiKey: 'another-key', countries: [] } })
    expect(link).toMatchObject({ reward: 7, keySet: true, countries: [] })
    const deeds = await deedsOf(id)
    expect(deeds).toMatchObject([
      { action: 'link.add', before: null, after: { name: 'exe.io', reward: 120 } },
      { action: 'link.edit', before: { reward: 120 }, after: { reward: 7 } },
      { action: 'link.edit', before: { countries: ['DE', 'AT'] }, after: { countries: [], apiKey: 'changed' } },
    ])
    expect(JSON.stringify(deeds)).not.toMatch(/another-key|short-api-key/)
    const { items } = await owner.admin.settingAudit({ query: {} })
    expect(items.slice(0, 3).map(({ action }) => action)).toEqual(['link.edit', 'link.edit', 'link.add'])
    expect(JSON.stringify(await owner.admin.links())).not.toMatch(/another-key|short-api-key/)
  })

  test('keep their key when an edit says nothing of it', async () => {
    const { _id: id } = await onlyLink()
    const owner = await world.owner()
    await owner.admin.editLink({ params: { id }, body: { name: 'Renamed', apiKey: '' } })
    await open(await someone(), id)
    expect(await shown(id)).toMatchObject({ used: true })
  })

  test('that can never work are refused, beside the field', async () => {
    const owner = await world.owner()
    const add = (changes: Parameters<typeof fields>[0]) => owner.admin.addLink({ body: fields(changes) })
    const unfit = (field: string) => ({ status: 422, failure: { errors: { [field]: expect.any(String) } } })
    await expect(add({ apiUrl: '' })).rejects.toMatchObject(unfit('apiUrl'))
    await expect(add({ apiUrl: 'http://exe.io/api' })).rejects.toMatchObject(unfit('apiUrl'))
    await expect(add({ apiUrl: 'https://user:word@exe.io/api' })).rejects.toMatchObject(unfit('apiUrl'))
    await expect(add({ minSeconds: 50, expectedSeconds: 40 })).rejects.toMatchObject(unfit('expectedSeconds'))
    await expect(add({ reward: 0 })).rejects.toMatchObject(unfit('reward'))
    await expect(add({ countries: ['de'] })).rejects.toMatchObject({ status: 422 })
    const { _id: id } = await onlyLink()
    const edit = owner.admin.editLink({ params: { id }, body: { expectedSeconds: 1 } })
    await expect(edit).rejects.toMatchObject(unfit('expectedSeconds'))
    expect((await add({ api: 'ouo', apiUrl: '' })).link.apiUrl, 'these have one address for all').toBe('')
  })

  test('are put into an order; those that are not named stay behind', async () => {
    await world.db.raw('UPDATE link_providers SET removed_at = now()')
    const [a, b, c] = [await addLink({ name: 'a' }), await addLink({ name: 'b' }), await addLink({ name: 'c' })]
    const owner = await world.owner()
    await owner.admin.orderLinks({ body: { ids: [c._id, a._id] } })
    expect((await owner.admin.links()).links.map(({ name }) => name)).toEqual(['c', 'a', 'b'])
    await expect(owner.admin.orderLinks({ body: { ids: [b._id, newId()] } })).rejects.toMatchObject(
      refusedAs(404, 'LINK_UNKNOWN'),
    )
  })

  test('are deleted while nobody used them, and kept without their key for their history otherwise', async () => {
    const owner = await world.owner()
    const [unused, used] = [await addLink(), await addLink()]
    const ann = await someone()
    await visit(ann, used._id)
    for (const { _id: id } of [unused, used]) await owner.admin.removeLink({ params: { id } })
    const rows = await world.db.raw('SELECT id, enabled, api_key_sealed FROM link_providers WHERE id = ANY($1)', [
      [unused._id, used._id],
    ])
    expect(rows).toEqual([{ id: used._id, enabled: false, api_key_sealed: '' }])
    const gone = refusedAs(404, 'LINK_UNKNOWN')
    const params = { id: used._id }
    await expect(owner.admin.removeLink({ params })).rejects.toMatchObject(gone)
    await expect(owner.admin.editLink({ params, body: { reward: 1 } })).rejects.toMatchObject(gone)
    await expect(owner.admin.testLink({ params })).rejects.toMatchObject(gone)
    expect(await shown(used._id)).toBeUndefined()
  })

  test('tell what they did today', async () => {
    const { _id: id } = await onlyLink()
    await visit(await someone(), id)
    await open(await someone(), id)
    expect((await shown(id))?.today).toEqual({ opened: 2, completed: 1, cost: 120 })
  })

  test('the sandbox leads straight back, so that everything can be tried without a provider', async () => {
    const { _id: id } = await onlyLink({ api: 'sandbox', apiUrl: '', apiKey: '', minSeconds: 0, expectedSeconds: 1 })
    const ann = await someone()
    const { result } = await ann.link.open({ params: { id } })
    expect(result).toMatch(/^http:\/\/runnel\.test\/app\/link\/[\w-]{22}$/)
    expect((await shown(id))?.keySet).toBe(false)
  })
})

describe('held visits', () => {
  const hold = async (person: Person): Promise<{ id: string; link: string }> => {
    const { _id: link } = await onlyLink({ maxView: 50, expectedSeconds: 100 })
    expect((await visit(person, link, 20)).status).toBe('held')
    const [row] = await world.db.raw(`SELECT id FROM link_visits WHERE provider_id = $1 AND status = 'held'`, [link])
    return { id: String(row?.['id']), link }
  }

  test('are listed with who it was and what speaks against the visit', async () => {
    const ann = await regular()
    const { id } = await hold(ann)
    const owner = await world.owner()
    const { items, totalItems } = await owner.admin.heldVisits({ query: {} })
    expect(totalItems).toBe(1)
    expect(items).toEqual([
      {
        _id: id,
        link: 'Short',
        user: { _id: ann.id, username: ann.username, score: 0 },
        seconds: 20,
        usual: null,
        reward: 120,
        reason: 'Returned after 20 s, far faster than other visitors.',
        at: world.clock.now().toISOString(),
      },
    ])
    expect((await owner.admin.stats()).queue.links).toBe(1)
    await owner.admin.decideVisits({ body: { ids: [id], pay: false, reason: 'Tidied up.' } })
    expect((await owner.admin.stats()).queue.links).toBe(0)
  })

  test('are paid once, with a word to the user and a line in the log', async () => {
    const ann = await regular()
    const { id, link } = await hold(ann)
    const owner = await world.owner()
    const answer = await owner.admin.decideVisits({ body: { ids: [id, id, newId()], pay: true } })
    expect(answer).toMatchObject({ done: 1, skipped: 1, msg: '1 paid. 1 had already been decided.' })
    expect(await paidFor(link)).toBe(1)
    const { user, notification } = await ann.user.me()
    expect(user.balance).toBe(120)
    expect(notification.notifications[0]).toMatchObject({ kind: 'link-paid', values: { link: 'Short', amount: 120 } })
    expect((await ann.link.list()).held).toEqual({ count: 0, amount: 0 })
    expect(await deedsOf(id)).toMatchObject([{ action: 'link.pay', after: { status: 'paid' } }])
    expect(await owner.admin.decideVisits({ body: { ids: [id], pay: true } })).toMatchObject({ done: 0, skipped: 1 })
  })

  test('are refused with a reason that the user reads, and not without one', async () => {
    const ann = await regular()
    const { id, link } = await hold(ann)
    const owner = await world.owner()
    await expect(owner.admin.decideVisits({ body: { ids: [id], pay: false } })).rejects.toMatchObject(
      refusedAs(422, 'REASON_MISSING'),
    )
    await owner.admin.decideVisits({ body: { ids: [id], pay: false, reason: 'Came by a bypass.' } })
    const { notification } = await ann.user.me()
    expect(notification.notifications[0]).toMatchObject({
      kind: 'link-refused',
      values: { link: 'Short', amount: 120, reason: 'Came by a bypass.' },
    })
    expect(await paidFor(link)).toBe(0)
    expect((await ann.link.list()).held.count).toBe(0)
  })

  test('are decided once when two decide at once, one so and one so', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => regular()))
    const { _id: link } = await onlyLink({ maxView: 50, expectedSeconds: 100 })
    for (const person of people) await visit(person, link, 20)
    const ids = (await world.db.raw(`SELECT id FROM link_visits WHERE provider_id = $1`, [link])).map(({ id }) =>
      String(id),
    )
    const owner = await world.owner()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        owner.admin.decideVisits({
          body: { ids: index % 2 === 0 ? ids : ids.toReversed(), pay: index % 3 !== 0, reason: 'At the same time.' },
        }),
      ),
    )
    expect(answers.reduce((sum, { done }) => sum + done, 0)).toBe(ids.length)
    const counts = await world.db.raw(
      `SELECT count(*) FILTER (WHERE status = 'paid')::int AS paid, count(*) FILTER (WHERE status = 'held')::int AS held
       FROM link_visits WHERE provider_id = $1`,
      [link],
    )
    expect(counts).toEqual([{ paid: await paidFor(link), held: 0 }])
    const told = await world.db.raw(
      `SELECT count(*)::int AS count FROM notifications WHERE kind LIKE 'link-%' AND user_id = ANY($1)`,
      [people.map(({ id }) => id)],
    )
    expect(told).toEqual([{ count: ids.length }])
  })
})
