import * as z from 'zod/mini'
import { line, prose, Units } from '#contract/values.ts'

/** The settings of how people sign in; part of `Settings`. */
const identityFields = {
  /** Signing in with Google is offered once both are set. */
  google_client_id: line(0, 300),
  google_client_secret: z.string().check(z.maxLength(500)),
  /** Whose word on people is taken; another provider of OpenID Connect may stand here. */
  google_issuer: z.string().check(z.maxLength(300), z.url({ protocol: /^https?$/ })),
  /** Whether admin and moderator need 2-step login to do anything as such. */
  two_step_staff: z.boolean(),
}

const identityDefaults = {
  google_client_id: '',
  google_client_secret: '',
  google_issuer: 'https://accounts.google.com',
  two_step_staff: false,
}

/** The settings of acts that two admins have to want; part of `Settings`. */
const peopleFields = {
  /** Whether large acts wait for a second admin; needs at least two. */
  four_eyes: z.boolean(),
  /** Units from which on a withdrawal, and a change of a balance, waits. */
  four_eyes_withdrawal_min: Units,
  four_eyes_adjust_min: Units,
}

const peopleDefaults = {
  four_eyes: false,
  four_eyes_withdrawal_min: 5_000_000,
  four_eyes_adjust_min: 1_000_000,
}

/** The settings of suspicion; part of `Settings`. */
const riskFields = {
  /** Days that networks, devices and what hit the traps are kept. */
  risk_retention_days: z.int().check(z.minimum(14), z.maximum(730)),
  /** Whether the system takes measures by itself: half rewards, payouts by hand, and a lock for some days. */
  risk_measures: z.boolean(),
  /** Days that a lock by the system lasts, unless a person ends it. */
  risk_lock_days: z.int().check(z.minimum(1), z.maximum(90)),
  /** Networks known for servers or VPNs, one a line, such as `192.0.2.0/24`. */
  risk_hosting_networks: prose(0, 60_000),
}

const riskDefaults = {
  risk_retention_days: 90,
  risk_measures: true,
  risk_lock_days: 14,
  risk_hosting_networks: '',
}

/** The settings of micro-tasks; part of `Settings`. */
const taskFields = {
  task_exp: z.int().check(z.minimum(0), z.maximum(10_000)),
  /** Basis points of a task's reward that the site keeps on top; counts for tasks that are made from then on. */
  task_fee_basis_points: z.int().check(z.minimum(0), z.maximum(10_000)),
  /** Days in which a denial can be disputed, and hours in which better proof has to come. */
  task_dispute_days: z.int().check(z.minimum(1), z.maximum(30)),
  task_revision_hours: z.int().check(z.minimum(1), z.maximum(14 * 24)),
  /** Level from which a user may make tasks. */
  task_owner_level: z.int().check(z.minimum(1), z.maximum(1_000)),
}

const taskDefaults = {
  task_exp: 15,
  task_fee_basis_points: 1_000,
  task_dispute_days: 7,
  task_revision_hours: 48,
  task_owner_level: 1,
}

/** The settings of these groups; part of `Settings`. */
export const groupFields = { ...identityFields, ...peopleFields, ...riskFields, ...taskFields }

export const groupDefaults = { ...identityDefaults, ...peopleDefaults, ...riskDefaults, ...taskDefaults }
