import { appeals } from './appeals.ts'
import { devices } from './devices.ts'
import { networks } from './networks.ts'
import { suspects } from './suspects.ts'
import { traps } from './traps.ts'

/** Trust and safety: who is suspected of what, where from, and what they say to it. */
export const trust = { ...suspects, ...appeals, ...networks, ...devices, ...traps } as const
