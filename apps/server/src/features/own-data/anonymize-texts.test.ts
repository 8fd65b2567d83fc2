import { expect, it } from 'vitest'
import { openTask, sentWork } from '#test/features/working.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()

const DENIED = 'The picture shows the page of another site.'
const DISPUTED = 'My name is Rosalind Quill, and I live above the very shop that you mean.'
const ANSWERED = 'I am Bartholomew Finch, and I have owned that shop since spring.'
const JUDGED = 'The picture shows the page as it was asked for.'

/** A dispute with words of both sides. */
const disputed = async (suffix: string) => {
  const [giver, worker] = [await world.user(`giver_${suffix}`), await world.user(`worker_${suffix}`)]
  const task = await openTask(world, giver)
  const work = await sentWork(task, worker)
  const params = { id: work._id }
  await giver.task.deny({ params: { id: task._id }, body: { submissionIds: [work._id], reason: DENIED } })
  await worker.task.dispute({ params, body: { reason: DISPUTED } })
  await giver.task.answerDispute({ params, body: { text: ANSWERED } })
  const judge = async () => {
    const moderator = await world.moderator()
    const verdict = { submissionIds: [work._id], reason: JUDGED, isByAdmin: true }
    await moderator.task.accept({ params: { id: task._id }, body: verdict })
  }
  return { giver, worker, task, work, judge }
}

const textsOf = async (submissionId: string) => {
  const rows = await world.db.raw(
    `SELECT step, text FROM task_events WHERE submission_id = $1 AND step IN ('denied', 'disputed', 'answered',
       'judged-accepted') ORDER BY at, id`,
    [submissionId],
  )
  return rows.map((row) => row['text'])
}

const told = async (userId: string): Promise<string> =>
  JSON.stringify(await world.db.raw('SELECT values FROM notifications WHERE user_id = $1', [userId]))

it('takes the words of a worker out of a dispute once it is decided, and leaves the rest of the case', async () => {
  const { giver, worker, work, judge } = await disputed('one')
  await worker.ownData.remove({ body: { username: 'worker_one', waive: false } })
  await world.runJob('own-data.waive')
  // Somebody has yet to decide, and needs what both said.
  expect(await textsOf(work._id)).toEqual([DENIED, DISPUTED, ANSWERED])
  await judge()
  await world.runJob('own-data.waive')
  expect(await textsOf(work._id)).toEqual([DENIED, null, ANSWERED, JUDGED])
  expect(await told(giver.id)).not.toContain('Quill')
})

it('takes the answer of an owner out of it, and leaves the reason of the denial to the worker', async () => {
  const { giver, worker, task, work, judge } = await disputed('two')
  await judge()
  await giver.task.setStatus({ params: { id: task._id }, body: { status: 'completed' } })
  await giver.ownData.remove({ body: { username: 'giver_two', waive: true } })
  expect(await textsOf(work._id)).toEqual([DENIED, DISPUTED, null, JUDGED])
  expect(await told(worker.id)).not.toContain('Finch')
})

it('lets nobody else change what was said', async () => {
  const { worker, work, judge } = await disputed('three')
  await judge()
  const change = (what: string) => world.db.raw(`UPDATE task_events SET ${what} WHERE submission_id = $1`, [work._id])
  await expect(change("text = 'I agree.'")).rejects.toThrow('are facts')
  await expect(change('text = NULL')).rejects.toThrow('are facts')
  await worker.ownData.remove({ body: { username: 'worker_three', waive: true } })
  await expect(change("text = 'I agree.'")).rejects.toThrow('are facts')
  await expect(change("step = 'denied', text = NULL")).rejects.toThrow('are facts')
  await expect(world.db.raw('DELETE FROM task_events WHERE submission_id = $1', [work._id])).rejects.toThrow('facts')
})
