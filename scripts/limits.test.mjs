import { expect, test } from 'vitest'
import { sharedNumbers } from './limits.mjs'

const at = (name) => `apps/server/migrations/${name}`

test('names two migrations with the same number, and nothing else', () => {
  const one = [at('0001-users.sql'), at('0002-tasks.sql'), 'docs/0002-users.md', at('old/0002-users.sql')]
  expect(sharedNumbers(one)).toEqual([])
  expect(sharedNumbers([...one, at('0002-keys.sql')])).toEqual([
    'apps/server/migrations: 0002-tasks.sql and 0002-keys.sql share number 0002; rename the later one',
  ])
})
