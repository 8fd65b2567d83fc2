import { createHmac } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { linkToken } from './use-verify.ts'

const visit = {
  vt: 'q83vASNFZ4mrze8BI0VniQ',
  secret: 'a-secret_0123456789',
  userId: '01900000-0000-7000-8000-000000000001',
}

test('signs what the server signs, cut to twelve letters', async () => {
  const key = Buffer.from(visit.vt, 'base64url')
  const whole = createHmac('sha256', key).update(`${visit.secret}|${visit.userId}`).digest('base64url')
  expect(await linkToken(visit)).toBe(whole.slice(0, 12))
})

test('without https there is none, and nothing breaks', async () => {
  vi.stubGlobal('crypto', {})
  expect(await linkToken(visit)).toBeNull()
  vi.unstubAllGlobals()
  expect(await linkToken({ ...visit, vt: '!' })).toBeNull()
})
