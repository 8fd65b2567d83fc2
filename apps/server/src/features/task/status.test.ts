import { SubmissionStatus, TaskStatus } from '@runnel/contract/task-parts'
import { expect, test } from 'vitest'

import { mayMoveTask, mayMoveWork, refuseOtherTaskMoves, type TaskMover, taskMoves, workMoves } from './status.ts'

const movers: TaskMover[] = ['owner', 'staff', 'machine']

test('only a person of the site opens a task that waits, rejects one, or pauses a paused one', () => {
  expect(taskMoves.pending.active).toEqual(['staff'])
  expect(taskMoves.paused.paused).toEqual(['staff'])
  for (const from of TaskStatus.options)
    for (const by of ['owner', 'machine'] as const) expect(mayMoveTask(from, 'rejected', by)).toBe(false)
})

test('nothing leaves a deleted task, and a rejected one can only be deleted', () => {
  expect(Object.keys(taskMoves.deleted)).toEqual([])
  expect(Object.keys(taskMoves.rejected)).toEqual(['deleted'])
})

test('every other move of a task is refused, in words or as an error of ours', () => {
  for (const from of TaskStatus.options) {
    for (const to of TaskStatus.options) {
      for (const by of movers) {
        const move = () => refuseOtherTaskMoves({ from, to, by })
        if (mayMoveTask(from, to, by)) expect(move).not.toThrow()
        else if (by === 'machine') expect(move).toThrow('assertion failed')
        else expect(move).toThrow(/can’t be changed to|must be approved/)
      }
    }
  }
})

test('a worker accepts nothing, an owner judges nothing, and a moderator decides only what is disputed', () => {
  for (const from of SubmissionStatus.options) {
    for (const to of ['accepted', 'denied'] as const) {
      expect(mayMoveWork(from, to, 'worker')).toBe(false)
      expect(mayMoveWork(from, to, 'moderator')).toBe(from === 'disputed')
      expect(mayMoveWork('disputed', to, 'owner')).toBe(false)
    }
  }
})

test('what expired or was given up is over, and a place that is waited for always has a way on', () => {
  expect([workMoves.expired, workMoves.withdrawn]).toEqual([{}, {}])
  for (const from of ['started', 'pending', 'revision'] as const) {
    const byItself = Object.values(workMoves[from]).some((by) => by.includes('machine'))
    expect(byItself, from).toBe(true)
  }
})
