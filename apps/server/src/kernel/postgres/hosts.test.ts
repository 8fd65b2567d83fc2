import { describe, expect, test } from 'vitest'
import { eachHost, isDatabaseUrl, locationOf, withDatabase, withoutPassword } from './hosts.ts'

const several: readonly (readonly [string, readonly string[]])[] = [
  ['postgres://u:p@h:5432/db', ['postgres://u:p@h:5432/db']],
  ['postgresql://u:p@h1:5432,h2/db', ['postgresql://u:p@h1:5432/db', 'postgresql://u:p@h2/db']],
  [
    'postgres://u:p@h1,h2:6000,[::1]:7/db?target_session_attrs=primary',
    ['h1', 'h2:6000', '[::1]:7'].map((host) => `postgres://u:p@${host}/db?target_session_attrs=primary`),
  ],
  [
    'postgres://u:p@localhost/db?host=/a%2Cb,/c&port=1,2',
    ['postgres://u:p@localhost/db?host=/a%2Cb&port=1', 'postgres://u:p@localhost/db?host=/c&port=2'],
  ],
  ['postgres://u:p@h1,h2/db?port=1,2', ['postgres://u:p@h1/db?port=1', 'postgres://u:p@h2/db?port=2']],
  ['postgres://u:p,@@h1,h2/db', ['postgres://u:p,@@h1/db', 'postgres://u:p,@@h2/db']],
  ['postgres://u:p@localhost/db?host=%2Fone%2Ca', ['postgres://u:p@localhost/db?host=%2Fone%2Ca']],
]

describe('an address of a database', () => {
  test.each(several)('%s names its servers', (url, urls) => {
    expect(eachHost(url)).toEqual(urls)
    expect(isDatabaseUrl(url)).toBe(true)
  })

  test.each([
    'mysql://localhost/x',
    'postgres://a:1,,b:2/x',
    'postgres://a:1,/x',
    'postgres://a:1,b:none/x',
    'postgres://a,b/x?port=1,2,3',
    'h1,h2',
  ])('%s is none', (url) => {
    expect(isDatabaseUrl(url)).toBe(false)
  })

  test('gets another database, and tells where it is without its password', () => {
    const url = 'postgres://u:a:b@h1:1,h2:2/db?sslmode=require'
    expect(withDatabase(url, 'a b')).toBe('postgres://u:a:b@h1:1,h2:2/a%20b?sslmode=require')
    expect(locationOf(url)).toBe('h1:1,h2:2/db')
    expect(withoutPassword(url)).toBe('postgres://u:…@h1:1,h2:2/db?sslmode=require')
    expect(withoutPassword('postgres://u@h/db')).toBe('postgres://u@h/db')
  })
})
