import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRateLimits, type RateLimits } from '#kernel/http/rate-limit.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
let limits: RateLimits

beforeAll(async () => {
  database = await createTestDatabase()
  limits = openRateLimits({ url: database.url })
})

afterAll(async () => {
  await limits.close()
  await database.drop()
})

test.each([60, 3_600])('two limits of one route with one period of %s s count apart', async (seconds) => {
  const few = { by: 'net', points: 2, seconds } as const
  const many = { by: 'net', points: 5, seconds } as const
  await limits.take('GET /x', few, 'a')
  await limits.take('GET /x', few, 'a')
  await expect(limits.take('GET /x', few, 'a')).rejects.toMatchObject({ failure: { code: 'TOO_MANY' } })
  for (let call = 0; call < 5; call++) await limits.take('GET /x', many, 'a')
  await expect(limits.take('GET /x', many, 'a')).rejects.toMatchObject({ failure: { code: 'TOO_MANY' } })
})
