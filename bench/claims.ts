import { seedClaims } from '@runnel/server/src/test/claims.ts'
import { type BenchAction, openingSql, USER_SQL, wire } from './request-rate.ts'

/**
 * A claim of the faucet: session, check, rule, ledger, durable commit. Each is one of another user, who has solved a
 * challenge of their own.
 */
export const claims: BenchAction = {
  name: 'claims',
  counts: { 1: 12_000, 16: 26_000, 64: 26_000 },
  seed: async (deps, slice, address) => {
    const ready = await seedClaims({ ...deps, now: new Date() }, slice)
    return ready.map(({ headers, body }) => wire({ address, path: '/api/faucet', headers, body }))
  },
  script: ({ from, share }) => `${openingSql({ from, share, action: 'faucet' })}
BEGIN;
SELECT * FROM faucet_claim(jsonb_build_object('id', gen_random_uuid(), 'kind', 'faucet',
  'debit', 'house' || chr(58) || 'faucet', 'credit', 'main' || chr(58) || ${USER_SQL}, 'amount', 1,
  'key', 'faucet' || chr(58) || gen_random_uuid(), 'ref', 'bench'),
  ${USER_SQL}, array_fill(303000::bigint, ARRAY[25]), 100, 10, 300, 0, now());
COMMIT;
`,
  doneSql: `SELECT count(*)::integer AS done FROM transfers WHERE kind = 'faucet'`,
}
