import { SubmissionStatus, TaskStatus } from '@runnel/contract/task/schemas'
import { expect, test } from 'vitest'
import {
  canTransitionTask,
  canTransitionSubmission,
  refuseOtherTaskMoves,
  type TaskStatusActor,
  taskTransitions,
  submissionTransitions,
} from './status.ts'

const movers: TaskStatusActor[] = ['owner', 'staff', 'machine']

test('only a person of the site opens a task that waits, rejects one, or pauses a paused one', () => {
  expect(taskTransitions.pending.active).toEqual(['staff'])
  expect(taskTransitions.paused.paused).toEqual(['staff'])
  for (const from of TaskStatus.options)
    for (const by of ['owner', 'machine'] as const) expect(canTransitionTask(from, 'rejected', by)).toBe(false)
})

test('nothing leaves a deleted task, and a rejected one can only be deleted', () => {
  expect(Object.keys(taskTransitions.deleted)).toEqual([])
  expect(Object.keys(taskTransitions.rejected)).toEqual(['deleted'])
})

test('every other move of a task is refused, in words or as an error of ours', () => {
  for (const from of TaskStatus.options) {
    for (const to of TaskStatus.options) {
      for (const by of movers) {
        const move = () => refuseOtherTaskMoves({ from, to, by })
        if (canTransitionTask(from, to, by)) expect(move).not.toThrow()
        else if (by === 'machine') expect(move).toThrow('assertion failed')
        else expect(move).toThrow(/can’t be changed to|must be approved/)
      }
    }
  }
})

test('a worker accepts nothing, an owner judges nothing, and a moderator decides only what is disputed', () => {
  for (const from of SubmissionStatus.options) {
    for (const to of ['accepted', 'denied'] as const) {
      expect(canTransitionSubmission(from, to, 'worker')).toBe(false)
      expect(canTransitionSubmission(from, to, 'moderator')).toBe(from === 'disputed')
      expect(canTransitionSubmission('disputed', to, 'owner')).toBe(false)
    }
  }
})

test('what expired or was given up is over, and a place that is waited for always has a way on', () => {
  expect([submissionTransitions.expired, submissionTransitions.withdrawn]).toEqual([{}, {}])
  for (const from of ['started', 'pending', 'revision'] as const) {
    const byItself = Object.values(submissionTransitions[from]).some((by) => by.includes('machine'))
    expect(byItself, from).toBe(true)
  }
})
