import { describe, expect, test } from 'vitest'
import { inEnglish } from '#kernel/words/render.ts'
import { say } from '#kernel/words/say.ts'
import { seenOn } from '#test/features/suspecting.ts'
import { openTask, pendingTask, proof, sentWork, settle } from '#test/features/working.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ limits: false })

const reason = 'For a reason that is told.'
let next = 0
const somebody = (name = 'worker') => world.user(`${name}${(next += 1)}`)
const coded = (status: number, code: string) => ({ status, failure: { code } })

describe('starting a task', () => {
  test('is closed to those below its level, in other countries, and to its owner, each in a sentence', async () => {
    const [giver, worker] = [await somebody('giver'), await somebody()]
    const cases = [
      [await openTask(world, giver, { minLevel: 3 }), 'LEVEL_TOO_LOW', 'requires level 3'],
      [await openTask(world, giver, { countries: ['DE', 'FR'] }), 'OTHER_COUNTRY', 'your country'],
    ] as const
    for (const [task, code, words] of cases) {
      const params = { id: task._id }
      expect((await worker.task.one({ params })).closed).toContain(words)
      await expect(worker.task.start({ params })).rejects.toMatchObject(coded(403, code))
      await expect(giver.task.start({ params })).rejects.toMatchObject(coded(403, 'OWN_TASK'))
      expect((await worker.task.list({ query: { limit: '100' } })).items.map(({ _id }) => _id)).not.toContain(task._id)
    }
  })

  test('is closed to another account on a device of its owner, unless a person has released the device', async () => {
    const [giver, worker] = [await somebody('giver'), await somebody()]
    const params = { id: (await openTask(world, giver))._id }
    const isListed = async () =>
      (await worker.task.list({ query: { limit: '100' } })).items.some(({ _id }) => _id === params.id)
    const badge = async () => (await worker.user.me()).taskCount
    const before = await badge()
    expect(await isListed()).toBe(true)
    const device = await seenOn(world, [giver, worker], { net: '203.0.113.0/24' })
    expect(await isListed()).toBe(false)
    expect(await badge()).toBe(before - 1)
    expect((await worker.task.one({ params })).closed).toContain('same device')
    await expect(worker.task.start({ params })).rejects.toMatchObject(coded(403, 'OWNERS_DEVICE'))
    await (await world.owner()).admin.releaseDevices({ body: { ids: [device] } })
    expect(await isListed()).toBe(true)
    expect((await worker.task.start({ params })).submission.status).toBe('started')
  })

  test('is closed while the task is paused, and by a person only a person opens it again', async () => {
    const [giver, worker, moderator] = [await somebody('giver'), await somebody(), await world.moderator()]
    const params = { id: (await openTask(world, giver))._id }
    await giver.task.setStatus({ params, body: { status: 'paused' } })
    await expect(worker.task.start({ params })).rejects.toMatchObject(coded(409, 'TASK_CLOSED'))
    await giver.task.setStatus({ params, body: { status: 'active' } })
    await moderator.task.setStatus({ params, body: { status: 'paused', reason, isByAdmin: true } })
    expect((await giver.task.ownTask({ params })).task).toMatchObject({ reason, pausedByStaff: true })
    await expect(giver.task.setStatus({ params, body: { status: 'active' } })).rejects.toMatchObject(
      coded(409, 'PAUSED_BY_STAFF'),
    )
    await moderator.task.setStatus({ params, body: { status: 'active', isByAdmin: true } })
    expect((await worker.task.start({ params })).submission.status).toBe('started')
  })

  test('three times without sending anything is enough, and a place that expires is told', async () => {
    const [giver, worker] = [await somebody('giver'), await somebody()]
    const task = await openTask(world, giver)
    const params = { id: task._id }
    await worker.task.start({ params })
    await expect(worker.task.start({ params })).rejects.toMatchObject(coded(409, 'ALREADY_STARTED'))
    world.clock.turn(30 * 60)
    await expect(worker.task.submit({ params, body: proof })).rejects.toMatchObject(coded(409, 'TOO_LATE'))
    await settle(world)
    const news = (await worker.user.me()).notification.notifications
    expect(news[0]).toMatchObject({ kind: 'submission-expired', values: { title: task.title, taskId: task._id } })
    for (let times = 2; times <= 3; times += 1) {
      const { submission } = await worker.task.start({ params })
      await worker.task.withdraw({ params: { id: submission._id } })
    }
    await expect(worker.task.start({ params })).rejects.toMatchObject(coded(409, 'STARTED_TOO_OFTEN'))
    expect((await giver.task.ownTask({ params })).task.free).toBe(10)
    await expect(worker.task.withdraw({ params: { id: task._id } })).rejects.toMatchObject({ status: 404 })
  })

  test('ends with the task, but who had sent something is still reviewed', async () => {
    const [giver, quick, slow, moderator] = [
      await somebody('giver'),
      await somebody(),
      await somebody(),
      await world.moderator(),
    ]
    const task = await openTask(world, giver)
    const params = { id: task._id }
    const sent = await sentWork(task, quick)
    await slow.task.start({ params })
    await moderator.task.setStatus({ params, body: { status: 'rejected', reason, isByAdmin: true } })
    await expect(slow.task.submit({ params, body: proof })).rejects.toMatchObject(coded(409, 'TASK_CLOSED'))
    await giver.task.accept({ params, body: { submissionIds: [sent._id] } })
    world.clock.turn(30 * 60)
    await settle(world)
    expect((await quick.user.me()).user.balance).toBe(1_000)
    expect((await giver.task.ownTask({ params })).task).toMatchObject({ status: 'rejected', escrow: 0, accepted: 1 })
  })
})

describe('a proof', () => {
  const proofs = [
    { kind: 'text' as const, label: 'What you think', required: true },
    { kind: 'link' as const, label: 'Where you wrote it', required: true },
    { kind: 'text' as const, label: 'Anything else', required: false },
  ]

  test.each([
    [['', 'https://www.fine-page.com/me', ''], 'answers.0'],
    [['Fine.', 'fine-page.com', ''], 'answers.1'],
    [['Fine.', 'javascript:alert(1)//https://a.b', ''], 'answers.1'],
    [['Fine.', 'ftp://www.fine-page.com/', ''], 'answers.1'],
    [['Fine.', 'https://user:word@fine-page.com/', ''], 'answers.1'],
    [['Fine.', 'https://fine-page.com/ and more', ''], 'answers.1'],
    [['Fine.', 'https://www.fine-page.com/me'], 'answers'],
  ])('of %j is refused at %s', async (answers, field) => {
    const worker = await somebody()
    const params = { id: (await openTask(world, await somebody('giver'), { proofs }))._id }
    await worker.task.start({ params })
    await expect(worker.task.submit({ params, body: { answers } })).rejects.toMatchObject({
      status: 422,
      failure: { errors: { [field]: expect.any(String) } },
    })
    const body = { answers: ['Fine.', 'https://www.fine-page.com/me', ''] }
    expect((await worker.task.submit({ params, body })).submission.status).toBe('pending')
    await expect(worker.task.submit({ params, body })).rejects.toMatchObject(coded(409, 'ALREADY_SENT'))
  })
})

describe('an edit', () => {
  test('of a task that waits is done at once, and of an open one a moderator sees before and after', async () => {
    const [giver, moderator] = [await somebody('giver'), await world.moderator()]
    const params = { id: (await pendingTask(world, giver))._id }
    expect((await giver.task.edit({ params, body: { title: 'A better title' } })).task.title).toBe('A better title')
    await moderator.task.setStatus({ params, body: { status: 'active', isByAdmin: true } })
    const changes = { title: 'The best title', countries: ['FR', 'DE'] }
    await giver.task.edit({ params, body: { title: 'Not this one' } })
    const asked = await giver.task.edit({ params, body: { ...changes, minutesToFinish: 30 } })
    expect(asked.task).toMatchObject({ title: 'A better title', countries: [] })
    expect(asked.task.update).toMatchObject({
      before: { title: 'A better title', countries: [] },
      after: changes,
    })
    const waiting = await moderator.task.ownTasks({ query: { isByAdmin: 'true', hasUpdate: 'true' } })
    expect(waiting.items.map(({ _id }) => _id)).toEqual([params.id])
    const of = { params: { id: String(asked.task.update?._id) } }
    await moderator.task.acceptUpdate(of)
    expect((await giver.task.ownTask({ params })).task).toMatchObject({
      title: 'The best title',
      countries: ['DE', 'FR'],
      update: null,
    })
    await expect(moderator.task.denyUpdate({ ...of, body: { reason } })).rejects.toMatchObject(
      coded(409, 'ALREADY_DECIDED'),
    )
    expect(await giver.task.edit({ params, body: { countries: ['FR', 'DE'] } })).toMatchObject({
      task: { update: null },
      msg: inEnglish(say('task.noChangesSave')),
    })
  })

  test('that is refused changes nothing, and its owner reads why', async () => {
    const [giver, moderator] = [await somebody('giver'), await world.moderator()]
    const params = { id: (await openTask(world, giver))._id }
    const { task } = await giver.task.edit({ params, body: { hoursToReview: 24 } })
    await moderator.task.denyUpdate({ params: { id: String(task.update?._id) }, body: { reason } })
    expect((await giver.task.ownTask({ params })).task).toMatchObject({ hoursToReview: 72, update: null })
    const [told] = (await giver.user.me()).notification.notifications
    expect(told).toMatchObject({ kind: 'task-update-denied', values: { reason } })
    const owner = await world.owner()
    const { queue } = await owner.admin.stats()
    await giver.task.edit({ params, body: { hoursToReview: 24 } })
    expect((await owner.admin.stats()).queue.tasks).toBe(queue.tasks + 1)
    await giver.task.remove({ params })
    expect((await owner.admin.stats()).queue.tasks).toBe(queue.tasks)
  })
})

test('instructions lose what could harm a reader, and their links lead away', async () => {
  const person = await somebody()
  const instructions =
    '# Title\n\n<script>alert(1)</script><img src=https://spy.example/x onerror=alert(1)>\n\n' +
    '[here](https://fine-page.com/) [there](javascript:alert(1)) <a href="https://b.c" onclick="x()" style="a">b</a>'
  const { html } = await person.task.preview({ body: { instructions } })
  expect(html).not.toMatch(/script|img|onerror|onclick|style|javascript/)
  const away = 'href="https://fine-page.com/" rel="nofollow noopener noreferrer" target="_blank"'
  expect(html).toContain(away)
})

describe('categories', () => {
  test('are made, changed and closed by the owner of the site', async () => {
    const [owner, giver] = [await world.owner(), await somebody('giver')]
    const fields = { name: 'Translate', minReward: 5_000, position: 20, enabled: true }
    const { category } = await owner.admin.addTaskCategory({ body: fields })
    await expect(owner.admin.addTaskCategory({ body: fields })).rejects.toMatchObject({
      status: 422,
      failure: { errors: { name: expect.any(String) } },
    })
    const wish = { categoryId: category._id, reward: 4_999 }
    await expect(pendingTask(world, giver, wish)).rejects.toMatchObject({ failure: { code: 'REWARD_TOO_LOW' } })
    const params = { id: category._id }
    const cheaper = await owner.admin.editTaskCategory({ params, body: { minReward: 4_000 } })
    expect(cheaper.category).toMatchObject({ name: 'Translate', minReward: 4_000, tasks: 0 })
    await openTask(world, giver, wish)
    await owner.admin.editTaskCategory({ params, body: { enabled: false } })
    await expect(pendingTask(world, giver, wish)).rejects.toMatchObject({ failure: { code: 'NO_CATEGORY' } })
    const { categories } = await owner.admin.taskCategories()
    expect(categories.at(-1)).toMatchObject({ name: 'Translate', enabled: false, tasks: 1 })
    const shown = (await giver.task.list({ query: { categoryId: category._id } })).items
    expect(shown).toEqual([])
    const log = await owner.admin.settingAudit()
    expect(log.items.map(({ action }) => action)).toContain('task-category.edit')
    const nobody = { params: { id: giver.id }, body: { enabled: true } }
    await expect(owner.admin.editTaskCategory(nobody)).rejects.toMatchObject({ status: 404 })
  })
})
