import { SAVED_VIEWS_MAX, type SavedViewList } from '@runnel/contract/admin/saved-view'
import { describe, expect, test } from 'vitest'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ limits: false })
const noId = '00000000-0000-7000-8000-000000000000'

const add = async (person: Person, name: string, { list = 'users' as SavedViewList, query = 'status=locked' } = {}) =>
  (await person.admin.addSavedView({ body: { list, name, query } })).view

const viewsOf = async (person: Person) => (await person.admin.savedViews()).views

test('a view is saved, listed in the order of saving, renamed, replaced and deleted', async () => {
  const owner = await world.owner()
  const locked = await add(owner, 'Locked')
  world.clock.turn(1)
  const large = await add(owner, 'In review', { list: 'withdrawals', query: 'status=review&username=a%C3%A9' })
  expect(await viewsOf(owner)).toEqual([
    { _id: locked._id, list: 'users', name: 'Locked', query: 'status=locked' },
    { _id: large._id, list: 'withdrawals', name: 'In review', query: 'status=review&username=a%C3%A9' },
  ])
  const params = { id: locked._id }
  await owner.admin.editSavedView({ params, body: { name: 'Banned' } })
  expect((await viewsOf(owner))[0]).toMatchObject({ name: 'Banned', query: 'status=locked' })
  await owner.admin.editSavedView({ params, body: { query: 'status=active' } })
  expect((await viewsOf(owner))[0]).toMatchObject({ name: 'Banned', query: 'status=active' })
  await owner.admin.editSavedView({ params, body: {} })
  expect((await viewsOf(owner))[0]).toMatchObject({ name: 'Banned', query: 'status=active' })
  await owner.admin.removeSavedView({ params })
  expect(await viewsOf(owner)).toEqual([large])
  await owner.admin.removeSavedView({ params: { id: large._id } })
})

test('names that look the same are the same, in one list; the other lists have their own', async () => {
  const owner = await world.owner()
  const first = await add(owner, '  Cafe\u0301 \u00A0 bar ')
  expect(first.name).toBe('Caf\u00E9 bar')
  expect(await refusal(add(owner, 'Caf\u00E9 bar'))).toMatchObject({
    status: 422,
    failure: { code: 'VIEW_NAME_TAKEN', errors: { name: expect.stringContaining('“Caf\u00E9 bar”') } },
  })
  await add(owner, 'Caf\u00E9 bar', { list: 'tasks' })
  const second = await add(owner, 'Other')
  const rename = (name: string) => owner.admin.editSavedView({ params: { id: second._id }, body: { name } })
  expect(await refusal(rename('Caf\u00E9 bar'))).toMatchObject({ failure: { code: 'VIEW_NAME_TAKEN' } })
  await rename('Other')
  for (const { _id: id } of await viewsOf(owner)) await owner.admin.removeSavedView({ params: { id } })
})

test('what is no name, no query and no list is refused', async () => {
  const owner = await world.owner()
  const good = { list: 'users', name: 'Good', query: 'status=locked' } as const
  const bad: readonly [string, object][] = [
    ['name', { name: ' ' }],
    ['name', { name: 'a'.repeat(41) }],
    ['name', { name: 'two\nlines' }],
    ['name', { name: 'a\u0007b' }],
    ['query', { query: '' }],
    ['query', { query: `search=${'a'.repeat(4_000)}` }],
    ['query', { query: 'search=a b' }],
    ['list', { list: 'secrets' }],
  ]
  for (const [field, part] of bad) {
    const { status, body } = await owner.raw({
      method: 'POST',
      path: '/api/admin/saved-view',
      body: { ...good, ...part },
    })
    expect(status, JSON.stringify(part)).toBe(422)
    expect(body, JSON.stringify(part)).toMatchObject({ errors: { [field]: expect.any(String) } })
  }
  expect(await viewsOf(owner)).toEqual([])
})

describe('of two at once', () => {
  test('with one name, one is saved and the other refused', async () => {
    const owner = await world.owner()
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => add(owner, 'Twice')))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        expect(await refusal(Promise.reject(outcome.reason))).toMatchObject({ failure: { code: 'VIEW_NAME_TAKEN' } })
      }
    }
    const [view] = await viewsOf(owner)
    expect(view?.name).toBe('Twice')
    await owner.admin.removeSavedView({ params: { id: view?._id ?? '' } })
  })

  test('renamed to one name, one is renamed', async () => {
    const owner = await world.owner()
    const views = [await add(owner, 'One'), await add(owner, 'Two')]
    const outcomes = await Promise.allSettled(
      views.map(({ _id: id }) => owner.admin.editSavedView({ params: { id }, body: { name: 'Same' } })),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    for (const { _id: id } of views) await owner.admin.removeSavedView({ params: { id } })
  })

  test('at the limit, only as many as it allows are saved', async () => {
    const owner = await world.owner()
    for (let number = 1; number < SAVED_VIEWS_MAX; number += 1) await add(owner, `View ${number}`)
    const outcomes = await Promise.allSettled(['Last', 'One too many'].map((name) => add(owner, name)))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await viewsOf(owner)).toHaveLength(SAVED_VIEWS_MAX)
    expect(await refusal(add(owner, 'Another'))).toMatchObject({
      status: 409,
      failure: { code: 'TOO_MANY_VIEWS', values: { most: SAVED_VIEWS_MAX } },
    })
    const elsewhere = await add(owner, 'Another', { list: 'audit', query: 'from=2026-01-01' })
    expect(elsewhere.list).toBe('audit')
    for (const { _id: id } of await viewsOf(owner)) await owner.admin.removeSavedView({ params: { id } })
  })
})

describe('a view is of one staff member alone', () => {
  test('nobody else of the staff sees, changes or deletes it', async () => {
    const [owner, moderator] = [await world.owner(), await world.moderator()]
    const mine = await add(moderator, 'Mine', { list: 'tasks', query: 'view=all' })
    expect(await viewsOf(owner)).toEqual([])
    const notFound = { status: 404, failure: { code: 'NO_SUCH_VIEW' } }
    const params = { id: mine._id }
    expect(await refusal(owner.admin.editSavedView({ params, body: { name: 'Yours' } }))).toMatchObject(notFound)
    expect(await refusal(owner.admin.removeSavedView({ params }))).toMatchObject(notFound)
    const none = { params: { id: noId } }
    expect(await refusal(moderator.admin.editSavedView({ ...none, body: { name: 'X' } }))).toMatchObject(notFound)
    expect(await refusal(moderator.admin.removeSavedView(none))).toMatchObject(notFound)
    expect(await viewsOf(moderator)).toEqual([mine])
    await add(owner, 'Mine', { list: 'tasks' })
    await moderator.admin.removeSavedView({ params })
    for (const { _id: id } of await viewsOf(owner)) await owner.admin.removeSavedView({ params: { id } })
  })

  test('a moderator saves and sees views only of the lists that moderators may open', async () => {
    const moderator = await world.moderator()
    await add(moderator, 'Disputes', { list: 'disputes', query: 'decided=yes' })
    expect(await refusal(add(moderator, 'Users'))).toMatchObject({ status: 403, failure: { code: 'FORBIDDEN' } })
    // As it is after an admin became a moderator.
    await world.db.raw(
      `INSERT INTO saved_views (id, user_id, list, name, query, created_at)
       VALUES ($1, $2, 'users', 'Of before', 'status=locked', now())`,
      [noId, moderator.id],
    )
    expect((await viewsOf(moderator)).map(({ name }) => name)).toEqual(['Disputes'])
  })

  test('users and guests have none', async () => {
    const user = await world.user('no_staff')
    const body = { list: 'tasks', name: 'Mine', query: 'view=all' } as const
    const params = { id: noId }
    for (const [person, status] of [
      [user, 403],
      [world.guest(), 401],
    ] as const) {
      expect(await refusal(person.admin.savedViews())).toMatchObject({ status })
      expect(await refusal(person.admin.addSavedView({ body }))).toMatchObject({ status })
      expect(await refusal(person.admin.editSavedView({ params, body: { name: 'X' } }))).toMatchObject({ status })
      expect(await refusal(person.admin.removeSavedView({ params }))).toMatchObject({ status })
    }
  })
})

test('views are in the export of their owner, and are deleted with the account', async () => {
  const person = await world.user('was_staff')
  await world.db.raw(
    `INSERT INTO saved_views (id, user_id, list, name, query, created_at)
     VALUES (gen_random_uuid(), $1, 'tasks', 'Of before', 'view=all', now())`,
    [person.id],
  )
  const { body } = await person.raw({ method: 'GET', path: '/api/user/export' })
  expect(body['saved_views']).toMatchObject([{ list: 'tasks', name: 'Of before', query: 'view=all' }])
  await person.ownData.remove({ body: { username: 'was_staff', waive: true } })
  expect(await world.db.raw('SELECT 1 FROM saved_views WHERE user_id = $1', [person.id])).toEqual([])
})
