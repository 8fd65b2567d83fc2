import type { WithdrawMethods } from './withdraw.ts'

/** What the server says about withdrawals, for tests of the pages. */
export const at = '2026-01-01T12:00:00.000Z'
export const goodAddress = 'D98vPHui1bxG9xPKpyyzRBv4BgkSsdc7sY'

export const dogecoin = {
  _id: '01890000-0000-7000-8000-000000000001',
  currency: 'DOGE',
  name: 'Dogecoin',
  processor: 'sandbox',
  minimum: 10_000,
  maximum: 500_000,
  fee: 200,
  rate: '10000',
  rateAt: at,
  decimals: 8,
  eta: 300,
  closed: null as string | null,
  addressHint: 'Starts with D.',
  scan: false,
}

export const ways = {
  methods: [dogecoin],
  balance: 40_000,
  requirements: [] as { code: string; msg: string }[],
  first: null as WithdrawMethods['first'],
  payouts: [],
  medianPaySeconds: null,
}

export const withdrawal = {
  _id: '01890000-0000-7000-8000-000000000002',
  currency: 'DOGE',
  method: 'Dogecoin',
  address: goodAddress,
  amount: 20_000,
  fee: 200,
  receives: '1.98',
  status: 'review',
  reason: null,
  txId: null,
  txUrl: null,
  notBefore: null,
  createdAt: at,
  paidAt: null,
}

let rounds = 0

/** Each human check is another one. */
export const challenge = () => {
  rounds += 1
  const images = ['aaaaaaaa', 'bbbbbbbb'].map((id) => ({ id, src: 'data:,', width: 10, height: 10 }))
  return {
    id: `challenge-${rounds}`,
    width: 10,
    height: 10,
    reference: null,
    images,
    pow: null,
    alternatives: [],
    expiresIn: 300,
    external: null,
  }
}

export const previewOf = (body: unknown) => {
  const { amount } = Object(body)
  const net = amount - 200
  return {
    amount,
    fee: 200,
    net,
    receives: String(net / 10_000),
    currency: 'DOGE',
    rate: '10000',
    rateAt: at,
    eta: 300,
    review: 'All withdrawals are reviewed manually.',
  }
}

export const usualAnswers = {
  'GET /api/withdraw': () => ways,
  'GET /api/withdraw/history': () => ({ items: [], totalItems: 0 }),
  'POST /api/withdraw/{methodId}/preview': ({ body }: { body: unknown }) => previewOf(body),
  'POST /api/withdraw/{methodId}': () => ({ withdrawal, balance: 20_000 }),
  'GET /api/ct': () => challenge(),
}
