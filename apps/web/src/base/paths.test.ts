import { expect, test } from 'vitest'
import { readPath, to } from './paths.ts'

test('writes addresses with parameters, query and place', () => {
  expect(to('/app/faucet')).toBe('/app/faucet')
  expect(to('/active/{secret}', { params: { secret: 'a/b c' } })).toBe('/active/a%2Fb%20c')
  expect(to('/login', { query: { redirect: '/app/x?y=1', empty: undefined } })).toBe(
    '/login?redirect=%2Fapp%2Fx%3Fy%3D1',
  )
  expect(to('/app/account', { hash: 'statement' })).toBe('/app/account#statement')
})

test('reads parameters out of an address', () => {
  expect(readPath('/active/{secret}', '/active/a%2Fb')).toEqual({ secret: 'a/b' })
  expect(readPath('/active/{secret}', '/active/%zz/')).toEqual({ secret: '%zz' })
  expect(readPath('/app/faucet', '/app/faucet/')).toEqual({})
})

test('knows which addresses belong to another page', () => {
  expect(readPath('/active/{secret}', '/active')).toBeNull()
  expect(readPath('/active/{secret}', '/active/')).toBeNull()
  expect(readPath('/app/faucet', '/app/faucets')).toBeNull()
  expect(readPath('/app/faucet', '/app')).toBeNull()
})
