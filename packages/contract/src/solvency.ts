import * as z from 'zod/mini'
import { route } from './route.ts'
import { Day, Decimal, Timestamp, Units } from './values.ts'

const Paid = z.object({ amount: Units, count: z.int() })

/** What the site owes: everything that belongs to users, advertisers and task owners, part by part. */
export const Owed = z.object({
  main: Units,
  deposit: Units,
  /** Credited, but not spendable yet. */
  held: Units,
  /** Withdrawals that were requested and are neither paid nor given back. */
  inFlight: Units,
  /** What pays for ads and tasks that are still to be done; it goes to workers, or back. */
  escrow: Units,
  /** All of these parts. */
  total: Units,
})
export type Owed = z.infer<typeof Owed>

/** What the site owes and what it has, from the ledger and the wallets; nothing here is typed in by anybody. */
export const Solvency = z.object({
  /** When it was added up. */
  at: Timestamp,
  /** Code of the currency of which 100,000 units are one. */
  currency: z.string(),
  owed: Owed,
  /** What lies in the wallets that pay; null where none of them tells. */
  holds: z.nullable(
    z.object({
      units: Units,
      at: Timestamp,
      wallets: z.array(
        z.object({ currency: z.string(), amount: Decimal, units: Units, address: z.nullable(z.string()) }),
      ),
    }),
  ),
  /** Held to pay with in basis points of what is owed; 10,000 and more are solvent. */
  coverage: z.nullable(z.int()),
  /** Paid out: what reached wallets, so amounts without fees; of 24 hours, of 30 days, and ever. */
  paid: z.object({ day: Paid, month: Paid, ever: Paid }),
  /** From asking to paid, of the last 30 days. */
  medianPaySeconds: z.nullable(z.int()),
  books: z.object({
    /** Null until the first proof. */
    balanced: z.nullable(z.boolean()),
    provedAt: z.nullable(Timestamp),
    accounts: z.int(),
    transfers: z.int(),
  }),
  /** By UTC day, oldest first, at most 30: what was owed and held at its end (the last one: now), and paid in it. */
  days: z.array(z.object({ day: Day, owed: Units, held: z.nullable(Units), paid: Units })),
})
export type Solvency = z.infer<typeof Solvency>

export const solvency = {
  figures: route({
    method: 'GET',
    path: '/api/solvency',
    summary: 'Liabilities and reserves of the site. 404 SOLVENCY_OFF if the site doesn’t publish them.',
    access: 'anyone',
    transaction: 'read',
    cost: 20,
    answer: Solvency,
  }),
} as const
