import { expect, test } from 'vitest'
import { EnvError, readEnv, warningsOf } from '#kernel/env.ts'

test('who lets every visitor choose their own address is warned at the start', () => {
  expect(warningsOf(readEnv({ TRUST_PROXY: 'true' }))).toEqual([
    'TRUST_PROXY=true lets every visitor forge their IP address: set it to the number of your proxies.',
  ])
  for (const TRUST_PROXY of ['', 'false', '1', '10.0.0.0/8']) {
    expect(warningsOf(readEnv({ TRUST_PROXY })), TRUST_PROXY).toEqual([])
  }
})

test('work that costs next to nothing is for tests: a site refuses to start with it', () => {
  const TEST_WORK_COST = 'cheap'
  for (const NODE_ENV of ['production', 'development', ''])
    expect(() => readEnv({ NODE_ENV, TEST_WORK_COST }), NODE_ENV).toThrow(EnvError)
  expect(readEnv({ NODE_ENV: 'test', TEST_WORK_COST }).TEST_WORK_COST).toBe('cheap')
  expect(readEnv({ NODE_ENV: 'production' }).TEST_WORK_COST).toBe('full')
})
