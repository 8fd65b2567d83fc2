import { hash } from '@node-rs/argon2'
import { PASSWORD_MIN } from '@runnel/contract/constants'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setWorkCost } from '#kernel/work-cost.ts'
import { commonPasswords, hashPassword, isOutdated, isPassword, refuseWeakPassword } from './password.ts'

const owner = { username: 'marigold', email: 'mary.gold@example.com' }

describe('a weak password', () => {
  it.each([
    ['password', /common password/],
    ['PASSWORD1!', /common password/],
    ['p@ssw0rd', /common password/],
    ['!!dragon2024', /common password/],
    ['iloveyou', /common password/],
    ['qwertyuiop', /common password/],
    ['aaaaaaaa', /repeated or sequential/],
    ['abababab', /repeated or sequential/],
    ['abcabcabc', /repeated or sequential/],
    ['23456789', /repeated or sequential/],
    ['hgfedcba', /repeated or sequential/],
    ['marigold', /your username/],
    ['Marigold12', /your username/],
    ['mary.gold', /your username/],
    ['mary.gold@example.com', /your username/],
  ])('%s is refused with a hint', (password, why) => {
    expect(() => refuseWeakPassword(password, owner)).toThrow(why)
  })

  it('is one of at least three thousand that are long enough to be chosen', () => {
    const choosable = [...commonPasswords].filter((password) => password.length >= PASSWORD_MIN)
    expect(choosable.length).toBeGreaterThanOrEqual(3_000)
    for (const password of choosable) expect(() => refuseWeakPassword(password, owner), password).toThrow()
  })

  it.each(['correct horse battery', 'tulip9-Anchor', 'kX2v!q8Lw0', 'ein alter Schuh', '密码密码学校花园马'])(
    '%s is let through',
    (password) => {
      expect(() => refuseWeakPassword(password, owner)).not.toThrow()
    },
  )
})

describe('a hash', () => {
  beforeAll(() => setWorkCost('full'))
  afterAll(() => setWorkCost('cheap'))

  it('opens with its password only, and differs each time', async () => {
    const made = await hashPassword('correct horse battery')
    expect(made).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hashPassword('correct horse battery')).not.toBe(made)
    expect(await isPassword(made, 'correct horse battery')).toBe(true)
    expect(await isPassword(made, 'correct horse batterz')).toBe(false)
  })

  it('of nobody opens with nothing', async () => {
    expect(await isPassword(null, 'nobody has this password')).toBe(false)
    expect(await isPassword(undefined, 'correct horse battery')).toBe(false)
  })

  it('of former costs is outdated', async () => {
    expect(isOutdated(await hashPassword('x'))).toBe(false)
    expect(isOutdated(await hash('x', { memoryCost: 8_192, timeCost: 2, parallelism: 1 }))).toBe(true)
  })
})
