import type { Solvency } from '@runnel/contract/solvency'
import type { Settings } from '@runnel/contract/settings'

import type { Read } from '#kernel/db.ts'

/** What lies in the wallets that pay, as they said themselves; null where none of them tells. */
export const walletsOf = async (_db: Read, _settings: Settings, _now: Date): Promise<Solvency['holds']> => null
