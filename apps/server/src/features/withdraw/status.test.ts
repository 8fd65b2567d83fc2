import { WithdrawalStatus } from '@runnel/contract/withdraw'
import { expect, test } from 'vitest'

import { mayMove, type Mover } from './status.ts'

const all = WithdrawalStatus.options

test('the moves are exactly these, and nothing leaves an end', () => {
  const allowed = all.flatMap((from) =>
    all.flatMap((to) =>
      (['machine', 'admin'] as const satisfies Mover[])
        .filter((by) => mayMove(from, to, by))
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
  expect(all.filter((to) => mayMove('unknown', to, 'machine'))).toEqual(['paid'])
})
