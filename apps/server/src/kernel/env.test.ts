import { expect, test } from 'vitest'
import { readEnv, warningsOf } from '#kernel/env.ts'

test('who lets every visitor choose their own address is warned at the start', () => {
  expect(warningsOf(readEnv({ TRUST_PROXY: 'true' }))).toEqual([
    'TRUST_PROXY=true lets every visitor choose their own address: set it to the number of your proxies.',
  ])
  for (const TRUST_PROXY of ['', 'false', '1', '10.0.0.0/8']) {
    expect(warningsOf(readEnv({ TRUST_PROXY })), TRUST_PROXY).toEqual([])
  }
})
