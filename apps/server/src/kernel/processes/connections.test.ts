import { expect, test } from 'vitest'
import { connectionsOfNode, poolOfProcess, refuseTooManyConnections } from './connections.ts'

test('one process has the whole pool, several share it with four for each at least', () => {
  expect(poolOfProcess({ processes: 1, DATABASE_POOL: 8 })).toBe(8)
  expect(poolOfProcess({ processes: 1, DATABASE_POOL: 2 })).toBe(2)
  expect(poolOfProcess({ processes: 4, DATABASE_POOL: 8 })).toBe(4)
  expect(poolOfProcess({ processes: 4, DATABASE_POOL: 50 })).toBe(13)
})

test('a node that its database has no room for is refused with what it needs', () => {
  const node = { processes: 16, DATABASE_POOL: 64 }
  expect(connectionsOfNode(node)).toBe(16 * (4 + 10) + 16)
  expect(() => refuseTooManyConnections(node, 240)).not.toThrow()
  expect(() => refuseTooManyConnections(node, 239)).toThrow(
    '16 processes need up to 240 connections, but PostgreSQL allows only 239: increase its max_connections, or ' +
      'decrease PROCESSES or DATABASE_POOL.',
  )
})
