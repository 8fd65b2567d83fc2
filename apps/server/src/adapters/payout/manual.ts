import type { ManualPayout } from '#adapters/payout/payout.ts'

/** Approved withdrawals wait until a person has paid them and wrote the transaction's id down. */
export const manual: ManualPayout = { way: 'by-hand', closed: () => null }
