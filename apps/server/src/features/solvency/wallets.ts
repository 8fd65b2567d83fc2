import type { Solvency } from '@runnel/contract/solvency'
import { walletsOf } from '#features/withdraw/withdraw.ts'
import { later } from '#kernel/clock.ts'
import type { Read } from '#kernel/db.ts'

/** A wallet that has not told for so long is not known to hold anything: its method may be gone, or its key stolen. */
const SILENT_SECONDS = 86_400

/** What lies in the wallets that pay, as they said themselves; null where none of them tells. */
export const walletReserves = async (db: Read, now: Date): Promise<Solvency['holds']> => {
  const since = later(now, -SILENT_SECONDS).toISOString()
  const known = (await walletsOf(db, now)).flatMap(({ currency, balance, units, at }) =>
    balance === null || units === null || at === null || at < since
      ? []
      : [{ currency, amount: balance, units, address: null, at }],
  )
  // As old as the oldest of what was told.
  const [oldest] = known.map(({ at }) => at).toSorted()
  if (oldest === undefined) return null
  return {
    units: known.reduce((sum, { units }) => Math.min(Number.MAX_SAFE_INTEGER, sum + units), 0),
    at: oldest,
    wallets: known.map(({ at: _at, ...wallet }) => wallet),
  }
}
