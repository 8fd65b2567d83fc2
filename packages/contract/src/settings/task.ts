import * as z from 'zod/mini'

/** The settings of micro-tasks; part of `Settings`. */
export const taskFields = {
  task_exp: z.int().check(z.minimum(0), z.maximum(10_000)),
  /** Basis points of a task's reward that the site keeps on top; counts for tasks that are made from then on. */
  task_fee_basis_points: z.int().check(z.minimum(0), z.maximum(10_000)),
  /** Days in which a denial can be disputed, and hours in which better proof has to come. */
  task_dispute_days: z.int().check(z.minimum(1), z.maximum(30)),
  task_revision_hours: z.int().check(z.minimum(1), z.maximum(14 * 24)),
  /** Level from which a user may make tasks. */
  task_owner_level: z.int().check(z.minimum(1), z.maximum(1_000)),
}

export const taskDefaults = {
  task_exp: 15,
  task_fee_basis_points: 1_000,
  task_dispute_days: 7,
  task_revision_hours: 48,
  task_owner_level: 1,
}
