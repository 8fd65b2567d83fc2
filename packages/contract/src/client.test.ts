import { expect, test } from 'vitest'
import { callPath } from './client.ts'

test('a path with a parameter that is empty or missing is refused, as it would be the path of another call', () => {
  expect(callPath('/api/ptc/{id}/beat', { id: 'a b' })).toBe('/api/ptc/a%20b/beat')
  for (const params of [{}, { id: '' }, { id: undefined }, { id: null }]) {
    expect(() => callPath('/api/ptc/{id}', params)).toThrow('/api/ptc/{id} needs id')
  }
})
