import * as z from 'zod/mini'
import { MethodOptions, RateOrigin } from '#contract/payout.ts'
import { route } from '#contract/route.ts'
import { Decimal, Id, line, Timestamp, Units } from '#contract/values.ts'
import { PayoutProcessor } from '#contract/withdraw.ts'

export const AdminMethod = z.object({
  _id: Id,
  currency: z.string(),
  name: z.string(),
  processor: PayoutProcessor,
  minimum: Units,
  maximum: Units,
  fee: Units,
  rate: Decimal,
  /** Null while nobody is paid by the rate yet: no source told one, or no second admin accepted it. */
  rateAt: z.nullable(Timestamp),
  rateSource: RateOrigin,
  options: MethodOptions,
  /** Why people cannot use it right now; null when they can. */
  closed: z.nullable(z.string()),
  decimals: z.int(),
  enabled: z.boolean(),
  position: z.int(),
  /** What another admin has to accept first; null when nothing waits. */
  waiting: z.nullable(z.object({ rate: z.nullable(Decimal), contract: z.nullable(z.string()) })),
})
export type AdminMethod = z.infer<typeof AdminMethod>

/** Coins that only FaucetPay pays: it checks where they go, Runnel does not know their addresses. */
export const faucetpayCoins = ['USDC', 'ADA', 'XLM', 'XMR', 'ZEC', 'DGB', 'FEY', 'TARA', 'TRUMP', 'PEPE'] as const

/** Currencies of methods: those whose addresses Runnel can check (PROTOCOLS.md §7.4), and those of FaucetPay alone. */
export const currencies = [
  'BTC',
  'LTC',
  'DOGE',
  'BCH',
  'DASH',
  'TRX',
  'ETH',
  'BNB',
  'POL',
  'SOL',
  'XRP',
  'TON',
  'USDT-TRC20',
  'USDT-ERC20',
  'USDC-ERC20',
  'USDT-BEP20',
  'USDT-POLYGON',
  'USDC-POLYGON',
  'USDC-SOLANA',
  'USDT-SOLANA',
  'USDT-TON',
  ...faucetpayCoins,
] as const
export const Currency = z.enum(currencies)

/** With `rateSource: 'feed'` the rate comes from the price sources; the given one counts until they answered. */
const methodFields = {
  currency: Currency,
  name: line(1, 40),
  processor: PayoutProcessor,
  minimum: Units,
  maximum: Units,
  fee: Units,
  /** Units that one coin costs. */
  rate: Decimal.check(z.refine((text) => Number(text) > 0, { error: 'validation.rateAboveZero' })),
  rateSource: RateOrigin,
  options: MethodOptions,
  decimals: z.int().check(z.minimum(0), z.maximum(18)),
  enabled: z.boolean(),
  position: z.int().check(z.minimum(0), z.maximum(1_000)),
}

/** How the withdrawal methods are set up. */
export const adminMethod = {
  methods: route({
    method: 'GET',
    path: '/api/admin/withdraw-method',
    summary: 'The configured withdrawal methods.',
    access: 'admin',
    transaction: 'read',
    /** `needsSecond`: a lower fixed rate waits for another admin. */
    answer: z.object({ methods: z.array(AdminMethod), needsSecond: z.boolean() }),
  }),
  addMethod: route({
    method: 'POST',
    path: '/api/admin/withdraw-method',
    summary: 'Adds a withdrawal method; with two-person approval, no one is paid before its first rate is approved.',
    access: 'admin',
    transaction: 'write',
    body: z.object({
      ...methodFields,
      rateSource: z._default(RateOrigin, 'fixed'),
      options: z._default(MethodOptions, {}),
    }),
    answer: z.object({ method: AdminMethod, msg: z.optional(z.string()) }),
  }),
  editMethod: route({
    method: 'PATCH',
    path: '/api/admin/withdraw-method/{id}',
    summary:
      'Changes a withdrawal method; a new rate counts immediately, a lower one after approval by a second ' + 'admin.',
    access: 'admin',
    transaction: 'write',
    params: z.object({ id: Id }),
    body: z.partial(z.object(methodFields)),
    answer: z.object({ method: AdminMethod, msg: z.optional(z.string()) }),
  }),
} as const
