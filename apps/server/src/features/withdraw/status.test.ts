import { WithdrawalStatus } from '@runnel/contract/withdraw'
import { expect, test } from 'vitest'
import { canTransition, type StatusActor } from './status.ts'

const all = WithdrawalStatus.options

test('the moves are exactly these, and nothing leaves an end', () => {
  const allowed = all.flatMap((from) =>
    all.flatMap((to) =>
      (['machine', 'admin'] as const satisfies StatusActor[])
        .filter((by) => canTransition(from, to, by))
        .map((by) => `${by}: ${from} → ${to}`),
    ),
  )
  expect(allowed.sort()).toEqual([
    'admin: approved → paid',
    'admin: approved → rejected',
    'admin: approved → review',
    'admin: review → approved',
    'admin: review → rejected',
    'admin: unknown → failed',
    'admin: unknown → paid',
    'machine: approved → review',
    'machine: approved → sending',
    'machine: sending → approved',
    'machine: sending → failed',
    'machine: sending → paid',
    'machine: sending → unknown',
    'machine: unknown → paid',
  ])
})

test('the machine never sends again what it does not know', () => {
  expect(all.filter((to) => canTransition('unknown', to, 'machine'))).toEqual(['paid'])
})
