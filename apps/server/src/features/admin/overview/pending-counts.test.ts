import { expect, test } from 'vitest'
import { holdForReview } from '#test/features/gifts.ts'
import { suspect } from '#test/features/suspecting.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ limits: false })

test('what waits is told to those who decide it, and waits no longer once it is decided', async () => {
  const [owner, moderator, bob] = [await world.owner(), await world.moderator(), await world.user('bob')]
  const before = await owner.admin.waiting()
  expect(before).toMatchObject({ suspects: 0, appeals: 0, review: 0 })
  await suspect(world, bob, { points: 90 })
  await holdForReview(world, bob)
  await bob.appeal.appeal({ body: { message: 'My sister and I share one computer.' } })
  const during = await owner.admin.waiting()
  expect(during).toMatchObject({ suspects: 1, appeals: 1 })
  const { maintenance: _open, ...counts } = during
  expect((await owner.admin.stats()).queue).toEqual(counts)
  expect(await moderator.admin.waiting()).toMatchObject({ suspects: 0, appeals: 0, tasks: 0, disputes: 0 })
  expect(await refusal(bob.admin.waiting())).toMatchObject({ status: 403 })
  const [appeal] = (await owner.admin.appeals({ query: {} })).items
  const body = { verdict: 'release', message: 'You were right.' } as const
  await owner.admin.answerAppeal({ params: { id: appeal?._id ?? '' }, body })
  expect(await owner.admin.waiting()).toEqual(before)
})

test('the staff is told who closed the site and when, and nobody else', async () => {
  const [owner, moderator] = [await world.owner(), await world.moderator()]
  expect((await owner.admin.waiting()).maintenance).toBeNull()
  await owner.admin.saveSettings({ body: { maintenance: true } })
  const since = world.clock.now().toISOString()
  world.clock.turn(600)
  for (const one of [owner, moderator]) expect((await one.admin.waiting()).maintenance).toEqual({ by: 'admin', since })
  expect(JSON.stringify(await world.guest().home.site())).not.toContain('"by"')
  await owner.admin.saveSettings({ body: { maintenance: false } })
  expect((await owner.admin.waiting()).maintenance).toBeNull()
  await world.settings({ maintenance: true })
  expect((await owner.admin.waiting()).maintenance).toEqual({ by: null, since: null })
  await world.settings({ maintenance: false })
})
