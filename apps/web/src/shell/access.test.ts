import { describe, expect, test } from 'vitest'
import { safeReturn } from '#base/paths.ts'
import type { StoredUser } from '#base/store.ts'
import { redirectFor } from './access.ts'
import type { PageAccess } from './page.ts'

const somebody = (role: StoredUser['role']): StoredUser => ({ id: '1', username: 'someone', role })
const visit = (access: PageAccess, token: string | null, user: StoredUser | null) =>
  redirectFor({ access, address: '/app/faucet?page=2', token, user })

describe('a visitor without a token', () => {
  test('sees public and guest pages', () => {
    expect(visit('public', null, null)).toBeNull()
    expect(visit('guest', null, null)).toBeNull()
  })

  test('is sent to the login with the address that was asked for, query included', () => {
    for (const access of ['user', 'moderator', 'admin'] as const) {
      expect(visit(access, null, null)).toBe('/login?redirect=%2Fapp%2Ffaucet%3Fpage%3D2')
    }
  })

  test('stays without a token whatever details are left over', () => {
    expect(visit('admin', null, somebody('admin'))).toMatch(/^\/login/)
  })
})

describe('a signed-in visitor', () => {
  test('is sent from guest pages to the dashboard', () => {
    expect(visit('guest', 'token', somebody('user'))).toBe('/app/dashboard')
  })

  test('sees a user page even before the details are known', () => {
    expect(visit('user', 'token', null)).toBeNull()
  })

  test.each([
    ['admin', null, false],
    ['admin', 'user', false],
    ['admin', 'moderator', false],
    ['admin', 'admin', true],
    ['moderator', null, false],
    ['moderator', 'user', false],
    ['moderator', 'moderator', true],
    ['moderator', 'admin', true],
  ] as const)('meets a page for %s as %s', (access, role, allowed) => {
    expect(visit(access, 'token', role && somebody(role))).toBe(allowed ? null : '/404')
  })
})

describe('the address to return to', () => {
  test.each(['/app/faucet', '/app', '/app/admin/settings?tab=2#names'])('may be %s', (address) => {
    expect(safeReturn(address)).toBe(address)
  })

  test.each([
    undefined,
    '',
    '/login',
    '/apple',
    '//evil.example/app',
    'https://evil.example/app/x',
    '/app/../login',
    'javascript:alert(1)',
    '/app\\@evil.example/../../..',
  ])('is never %s', (address) => {
    expect(safeReturn(address)).toBeNull()
  })
})
