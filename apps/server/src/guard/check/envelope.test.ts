import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dailyKeys, openEnvelope, sealEnvelope, type EnvelopePayload } from './envelope.ts'

const derive = (purpose: string): Buffer => createHmac('sha256', 'a secret of the site').update(purpose).digest()
const now = new Date('2030-05-05T12:00:00Z')
const keys = dailyKeys(derive, now)
const payload: EnvelopePayload = {
  c: '0198a000-0000-7000-8000-000000000001',
  u: '0198a000-0000-7000-8000-000000000002',
  a: 'faucet',
  s: '9fe2c001',
  p: 'click',
  e: now.getTime() / 1_000 + 150,
}

it('opens what it sealed, for users and for visitors', () => {
  expect(openEnvelope(keys, sealEnvelope(keys, payload), now)).toEqual({ ok: true, payload })
  const guest = { ...payload, u: null }
  expect(openEnvelope(keys, sealEnvelope(keys, guest), now)).toEqual({ ok: true, payload: guest })
})

it('expires to the second', () => {
  const token = sealEnvelope(keys, payload)
  expect(openEnvelope(keys, token, new Date(payload.e * 1_000 - 1))).toMatchObject({ ok: true })
  expect(openEnvelope(keys, token, new Date(payload.e * 1_000))).toEqual({ ok: false, reason: 'expired' })
})

it("opens yesterday's envelopes today and not the day after", () => {
  const token = sealEnvelope(keys, { ...payload, e: payload.e + 300_000 })
  const at = (days: number): Date => new Date(now.getTime() + days * 86_400_000)
  expect(openEnvelope(dailyKeys(derive, at(1)), token, at(1))).toMatchObject({ ok: true })
  expect(openEnvelope(dailyKeys(derive, at(2)), token, at(2))).toEqual({ ok: false, reason: 'forged' })
})

it('opens at midnight what a node whose clock goes a little ahead has sealed', () => {
  const midnight = Date.parse('2030-05-06T00:00:00Z')
  const [before, after] = [new Date(midnight - 2_000), new Date(midnight + 1_000)]
  const token = sealEnvelope(dailyKeys(derive, after), { ...payload, e: midnight / 1_000 + 150 })
  expect(openEnvelope(dailyKeys(derive, before), token, before)).toMatchObject({ ok: true })
})

it('calls an envelope of a page that stood open for days too old, not forged', () => {
  const token = sealEnvelope(keys, payload)
  const at = (days: number): Date => new Date(now.getTime() + days * 86_400_000)
  for (const days of [1, 2, 30]) {
    expect(openEnvelope(dailyKeys(derive, at(days)), token, at(days))).toEqual({ ok: false, reason: 'expired' })
  }
})

it('refuses every change of one character', () => {
  const token = sealEnvelope(keys, payload)
  for (let index = 0; index < token.length; index += 1) {
    const changed = `${token.slice(0, index)}${token[index] === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`
    expect(openEnvelope(keys, changed, now).ok).toBe(false)
  }
})

it('refuses another key with the same name, and never throws', () => {
  const strangers = dailyKeys((purpose) => derive(`other ${purpose}`), now)
  expect(openEnvelope(keys, sealEnvelope(strangers, payload), now)).toEqual({ ok: false, reason: 'forged' })
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `v1.${text}.${text}`),
        fc.json(),
      ),
      (text) => {
        expect(openEnvelope(keys, text, now).ok).toBe(false)
        expect(openEnvelope(keys, `v1.${Buffer.from(text).toString('base64url')}.AA`, now).ok).toBe(false)
      },
    ),
    { numRuns: 500, seed: 20_261_120 },
  )
  expect(openEnvelope(keys, `v1.${'A'.repeat(5_000)}.AA`, now)).toEqual({ ok: false, reason: 'malformed' })
})
