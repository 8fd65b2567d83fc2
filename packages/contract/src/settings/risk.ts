import * as z from 'zod/mini'
import { prose } from '#contract/values.ts'

/** The settings of suspicion; part of `Settings`. */
export const riskFields = {
  /** Days that networks, devices and what hit the traps are kept. */
  risk_retention_days: z.int().check(z.minimum(14), z.maximum(730)),
  /** Whether the system takes measures by itself: half rewards, payouts by hand, and a lock for some days. */
  risk_measures: z.boolean(),
  /** Days that a lock by the system lasts, unless a person ends it. */
  risk_lock_days: z.int().check(z.minimum(1), z.maximum(90)),
  /** Networks known for servers or VPNs, one a line, such as `192.0.2.0/24`. */
  risk_hosting_networks: prose(0, 60_000),
}

export const riskDefaults = {
  risk_retention_days: 90,
  risk_measures: true,
  risk_lock_days: 14,
  risk_hosting_networks: '',
}
