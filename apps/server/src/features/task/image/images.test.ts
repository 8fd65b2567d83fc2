import { describe, expect, test } from 'vitest'
import { openTask } from '#test/features/working.ts'
import { photo, photoOfAPlace } from '#test/images.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ limits: false })

const proofs = [{ kind: 'image' as const, label: 'What you saw', required: true }]
const upload = async (person: Person, bytes?: Buffer) =>
  (await person.task.upload({ file: new Blob([new Uint8Array(bytes ?? (await photo()))]) })).image
const reason = 'That is not what I asked for.'

describe('an image of a proof', () => {
  test('is drawn anew, and shown to the worker, the owner of the task and people of the site only', async () => {
    const [giver, worker, stranger] = [await world.user('giver'), await world.user('worker'), await world.user('eve')]
    const task = await openTask(world, giver, { proofs })
    const params = { id: task._id }
    await worker.task.start({ params })
    const image = await upload(worker, await photoOfAPlace())
    const theirs = await upload(stranger)
    const send = (imageIds: string[]) => worker.task.submit({ params, body: { answers: [''], imageIds } })
    await expect(send([])).rejects.toMatchObject({ status: 422, failure: { errors: { imageIds: expect.any(String) } } })
    await expect(send([theirs._id])).rejects.toMatchObject({ failure: { code: 'IMAGE_UNKNOWN' } })
    const { submission } = await send([image._id])
    expect(submission.images).toEqual([image])
    const of = { params: { id: submission._id, imageId: image._id } }
    const moderator = await world.moderator()
    for (const person of [worker, giver, moderator, await world.owner()]) {
      const file = await person.task.image(of)
      expect(file.type).toBe('image/webp')
      expect(Buffer.from(file.bytes).includes('SECRET')).toBe(false)
    }
    await expect(stranger.task.image(of)).rejects.toMatchObject({ status: 404 })
    await expect(world.guest().task.image(of)).rejects.toMatchObject({ status: 401 })
    // One's own image under another submission, and another's under one's own, are not there either.
    await expect(stranger.task.image({ params: { id: submission._id, imageId: theirs._id } })).rejects.toMatchObject({
      status: 404,
    })
    await expect(worker.task.image({ params: { id: submission._id, imageId: theirs._id } })).rejects.toMatchObject({
      status: 404,
    })
    const address = `/uploads/proofs/${image._id}.webp`
    expect((await world.guest().raw({ method: 'GET', path: address })).status).toBe(404)
  })

  test('of a dispute stands beside its words, and none is used twice', async () => {
    const [giver, worker] = [await world.user('giver2'), await world.user('worker2')]
    const task = await openTask(world, giver, { proofs })
    const params = { id: task._id }
    await worker.task.start({ params })
    const first = await upload(worker)
    const sent = await worker.task.submit({ params, body: { answers: [''], imageIds: [first._id] } })
    const of = { params: { id: sent.submission._id } }
    await giver.task.deny({ params, body: { submissionIds: [sent.submission._id], reason } })
    const again = { reason, imageIds: [first._id] }
    await expect(worker.task.dispute({ ...of, body: again })).rejects.toMatchObject({ status: 422 })
    const second = await upload(worker)
    const { submission } = await worker.task.dispute({ ...of, body: { reason, imageIds: [second._id] } })
    expect(submission.images).toEqual([first])
    expect(submission.timeline.at(-1)).toMatchObject({ step: 'disputed', text: reason, images: [second] })
  })

  test('may be sent again with better proof', async () => {
    const [giver, worker] = [await world.user('giver3'), await world.user('worker3')]
    const task = await openTask(world, giver, { proofs })
    const params = { id: task._id }
    await worker.task.start({ params })
    const first = await upload(worker)
    const sent = await worker.task.submit({ params, body: { answers: [''], imageIds: [first._id] } })
    await giver.task.askRevision({ params, body: { submissionIds: [sent.submission._id], reason } })
    const second = await upload(worker)
    const imageIds = [second._id, first._id]
    const { submission } = await worker.task.submit({ params, body: { answers: [''], imageIds } })
    expect(submission.images).toEqual([second, first])
  })

  test('that is not sent with anything is gone after a day, and one user can leave only so many', async () => {
    const worker = await world.user('worker4')
    const image = await upload(worker)
    const key = `proofs/${image._id}.webp`
    expect(await world.storage.get(key)).toBeDefined()
    for (let index = 1; index < 30; index += 1) await upload(worker)
    await expect(upload(worker)).rejects.toMatchObject({ status: 429, failure: { code: 'TOO_MANY_IMAGES' } })
    world.clock.turn(86_400)
    const task = await openTask(world, await world.user('giver4'), { proofs })
    const params = { id: task._id }
    await worker.task.start({ params })
    const body = { answers: [''], imageIds: [image._id] }
    await expect(worker.task.submit({ params, body })).rejects.toMatchObject({ failure: { code: 'IMAGE_UNKNOWN' } })
    world.clock.turn(3_600)
    // And the one of the stranger in the first test.
    expect(await world.runJob('tasks.images')).toBe('31 images deleted.')
    expect(await world.storage.get(key)).toBeUndefined()
    expect(await upload(worker)).toMatchObject({ width: 64, height: 48 })
  })

  test('that is none is refused in a sentence', async () => {
    const worker = await world.user('worker5')
    await expect(upload(worker, Buffer.from('<svg onload="alert(1)"/>'))).rejects.toMatchObject({
      status: 422,
      failure: { errors: { image: expect.any(String) } },
    })
  })
})
