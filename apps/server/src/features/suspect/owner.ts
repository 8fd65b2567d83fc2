import { appeals } from '#features/suspect/owner/appeals.ts'
import { devices } from '#features/suspect/owner/devices.ts'
import { networks } from '#features/suspect/owner/networks.ts'
import { suspects } from '#features/suspect/owner/suspects.ts'
import { traps } from '#features/suspect/owner/traps.ts'

export { banAccounts, refuseStaff, unbanAccounts } from './ban.ts'

/** Trust and safety: who is suspected of what, where from, and what they say to it. */
export const trust = { ...suspects, ...appeals, ...networks, ...devices, ...traps } as const
