import { contract } from '@runnel/contract'
import { expect, test } from 'vitest'
import { Refusal } from '#kernel/refusal.ts'
import { parseRequest } from './parse.ts'

const nothing = { params: {}, query: {}, headers: {} }
const refusalOf = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error instanceof Refusal ? [error.status, error.failure.code] : error
  }
}

test('a call whose fields may all be left out may leave its body out too', () => {
  const read = contract.user.readNotifications
  expect(parseRequest(read, { ...nothing, body: undefined }).body).toEqual({})
  expect(parseRequest(read, { ...nothing, body: { ids: [] } }).body).toEqual({ ids: [] })
  for (const body of [null, 'all', 7, false]) {
    expect(refusalOf(() => parseRequest(read, { ...nothing, body }))).toEqual([400, 'MALFORMED'])
  }
})

test('a call that needs a field needs a body, and one that takes none ignores it', () => {
  const exchange = contract.deposit.exchange
  expect(refusalOf(() => parseRequest(exchange, { ...nothing, body: undefined }))).toEqual([400, 'MALFORMED'])
  expect(refusalOf(() => parseRequest(exchange, { ...nothing, body: {} }))).toEqual([422, 'INVALID_FIELDS'])
  expect(parseRequest(contract.auth.logout, { ...nothing, body: 'anything' }).body).toBeUndefined()
})
