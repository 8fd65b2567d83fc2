import { expect, test } from 'vitest'
import { earn } from '#test/features/earning.ts'
import { type Person, useWorld } from '#test/world.ts'

const prizes = { leaderboard_prizes_day: [], leaderboard_prizes_week: [1_000, 500, 250], leaderboard_prizes_month: [] }
const world = useWorld({ settings: prizes })

const stored = async () =>
  JSON.stringify([
    await world.db.raw('SELECT title, markdown, html FROM news', []),
    await world.db.raw('SELECT title, text, html FROM owner_texts', []),
  ])
const leave = (person: Person, username: string) => person.ownData.remove({ body: { username, waive: true } })
const newest = async (reader: Person) => (await reader.news.list({ query: {} })).items[0]

test('who deletes their account is named in no news of their prizes any more; others are', async () => {
  world.clock.set('2032-03-01T00:01:00.000Z')
  await world.runJob('boards.count')
  const [ann, annB, leo] = [await world.user('ann'), await world.user('ann_b'), await world.user('leo_li_5')]
  for (const [person, amount] of [
    [ann, 30],
    [annB, 20],
    [leo, 10],
  ] as const)
    await earn(world, person.id, amount)
  world.clock.set('2032-03-08T00:00:00.000Z')
  await world.runJob('boards.pay')
  const reader = await world.user('reader')
  const before = await newest(reader)
  expect(before?.html).toContain('<strong>ann</strong> earned')
  // Whoever pins it stores nothing of its words.
  const admin = await world.owner()
  const params = { id: before?._id ?? '' }
  for (const pinned of [true, false]) await admin.admin.editNews({ params, body: { pinned } })
  await leave(ann, 'ann')
  const after = await newest(reader)
  expect(after?.html).toBe(before?.html.replace('<strong>ann</strong>', 'someone who hides their name'))
  expect(after?.title).toBe(before?.title)
  await Promise.all([leave(annB, 'ann_b'), leave(leo, 'leo_li_5')])
  expect((await newest(reader))?.html.match(/someone who hides their name/g)).toHaveLength(3)
  expect(await stored()).not.toMatch(/ann|leo/)
})

test('nor where an admin has rewritten and translated it', async () => {
  const [admin, reader] = [await world.owner(), await world.user('reader_2')]
  const [ivy, ivyTwo] = [await world.user('ivy_1'), await world.user('ivy_12')]
  await earn(world, ivy.id, 30)
  await earn(world, ivyTwo.id, 20)
  world.clock.set('2032-03-15T00:00:00.000Z')
  await world.runJob('boards.pay')
  const id = (await newest(reader))?._id ?? ''
  const markdown = String.raw`Well done, ivy\_1! You and **ivy\_12** win. Team-ivy\_1 is glad.`
  await admin.admin.editNews({ params: { id }, body: { title: 'IVY_1 wins', markdown } })
  const body = { title: 'Gana ivy_1', text: String.raw`Gana **ivy\_1**.` }
  await admin.admin.saveText({ params: { kind: 'news', subject: id, locale: 'es' }, body })
  await leave(ivy, 'ivy_1')
  const post = await newest(reader)
  expect(post?.title).toBe('… wins')
  expect(post?.html.trim()).toBe('<p>Well done, …! You and <strong>ivy_12</strong> win. Team-… is glad.</p>')
  expect(await stored()).not.toMatch(/ivy\\*_1\b/i)
  expect(await stored()).toMatch(/ivy\\*_12\b/)
})
