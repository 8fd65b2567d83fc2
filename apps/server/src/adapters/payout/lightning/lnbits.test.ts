import { defaults } from '@runnel/contract/settings/settings'
import { expect, test } from 'vitest'
import type { Http } from '#adapters/deposit/http.ts'
import { createLnbits } from './lnbits.ts'

const hash = '8fad68e532db4edf02984be14e59dc5e8ffbbdf0f7c4e8cfa26a6bb8f9fe4c41'
const settings = { ...defaults, payout_lnbits_url: 'https://lnbits.test', payout_lnbits_key: 'k' }
const found = (body: object) => {
  const http: Http = {
    addressProblem: () => null,
    call: async () => ({ kind: 'answered', status: 200, text: JSON.stringify(body) }),
  }
  return createLnbits({ http }).find(hash, settings)
}

/** LNbits keeps what came in and what went out under one payment hash; only what goes out has a negative amount. */
test('what came in under the same hash is no payment of ours, paid or not', async () => {
  const paid = { paid: true, preimage: '11'.repeat(32), details: { status: 'success', amount: -21_000 } }
  expect(await found(paid)).toMatchObject({ kind: 'paid', msat: 21_000n })
  expect(await found({ ...paid, details: { status: 'success', amount: 21_000 } })).toEqual({ kind: 'absent' })
  const open = { paid: false, preimage: null, details: { status: 'pending', amount: -21_000 } }
  expect(await found(open)).toMatchObject({ kind: 'in-flight' })
  expect(await found({ ...open, details: { status: 'pending', amount: 21_000 } })).toEqual({ kind: 'absent' })
})
